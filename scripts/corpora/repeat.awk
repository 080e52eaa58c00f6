# Writes lines in a seeded random order, and repeats them in other orders until `bytes` bytes are written. Reports the
# number of repetitions on standard error.
function random_below(limit) {
  # Lehmer's generator with Park and Miller's second multiplier. Doubles represent its numbers exactly, so every awk
  # generates the same numbers.
  state = (state * 48271) % 2147483647
  return int(state / 2147483647 * limit)
}

{ line[NR] = $0 }

END {
  if (!NR) exit 1
  state = seed % 2147483646 + 1
  for (passes = 1; written < bytes; passes++) {
    for (n = NR; n > 1; n--) {
      other = random_below(n) + 1
      kept = line[n]; line[n] = line[other]; line[other] = kept
    }
    for (n = 1; n <= NR && written < bytes; n++) {
      print line[n]
      written += length(line[n]) + 1
    }
  }
  if (passes == 2) print "man: " n - 1 " of " NR " lines, each at most once" > "/dev/stderr"
  else print "man: the same " NR " lines " passes - 2 " times and a part" > "/dev/stderr"
}
