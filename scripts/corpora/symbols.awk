# Writes `wanted` distinct dotted names of drawings in an invented symbol set. A seeded generator composes each name
# from the words below: a thing, optionally a state, optionally a badge or shape, and optionally `fill`. Names of colors
# are in camel case, to test the separator `camel`.
function random_below(limit) {
  # Lehmer's generator with Park and Miller's second multiplier. Doubles represent its numbers exactly, so every awk
  # generates the same numbers.
  state = (state * 48271) % 2147483647
  return int(state / 2147483647 * limit)
}

function one_of(list) { return words_of(list, random_below(count[list]) + 1) }

function words_of(list, n) { return word[list, n] }

function learn(list, text,    parts, n) {
  count[list] = split(text, parts, " ")
  for (n = 1; n <= count[list]; n++) word[list, n] = parts[n]
}

function add(name) {
  if (name in known) return
  known[name] = 1
  made++
  print name
}

# Adds to a name, each with some probability, a state, a badge or shape, and `fill`. Shapes are more frequent than
# badges.
function dressed(name) {
  if (random_below(100) < 22) name = name "." one_of("state")
  if (random_below(100) < 18) name = name ".badge." one_of("badge")
  else if (random_below(100) < 55) name = name "." one_of("shape")
  if (random_below(100) < 40) name = name ".fill"
  return name
}

BEGIN {
  state = seed % 2147483646 + 1

  learn("thing", "anchor acorn almanac anvil apron archive atlas awning barge barrel beacon bellows " \
    "bobbin bramble bridge bucket buoy cabin candle canoe carafe cassette chisel clarinet cobweb " \
    "compass cork cradle crate cymbal dinghy dovecote drum easel ember envelope fern ferry fiddle " \
    "flagstone flute fountain funnel gable gate gauge glove gondola granary hammock harbour harp " \
    "hearth hinge hive honeycomb inkwell ivy jar jetty kayak kettle kiln ladder lantern latch ledger " \
    "lens lighthouse loom lute magnet mallet marble meadow metronome mill mitten moth nest notebook " \
    "oar oboe orchard osprey otter paddle pebble pennant pier pinecone plough postcard pulley quarry " \
    "quill raft rake reed reel ribbon rook rope rudder sail sandglass satchel scarf seal shovel shutter " \
    "signpost sled snail spindle spool stairs stamp stool tambourine teapot tent thimble thistle " \
    "tide timber tower trellis trowel trumpet tunnel turbine umbrella urn vane vessel viaduct vine " \
    "violin wagon walnut weathercock well wheelbarrow whistle willow windmill wreath xylophone yarn yoke")
  learn("shape", "circle circle circle square square diamond hexagon octagon shield capsule oval ring")
  learn("state", "open closed folded tilted crossed dashed striped half low high empty full " \
    "up down left right up.left up.right down.left down.right forward backward slash 2 3 4")
  learn("badge", "plus minus check question clock lock star bolt ear eye xmark heart")
  learn("partner", "key moon sun rain wind leaf wave stone bird hand book bell clock star needle thread")
  learn("tone", "signal harbour meadow ember slate chalk copper lichen")
  learn("colour", "Red Green Blue Gray Yellow Orange Violet Teal")
  learn("rank", "secondary tertiary deep pale")
  learn("letter", "a b c d e f g h k m n p q r s t v w x y z alpha beta gamma delta omega")

  for (n = 1; n <= count["thing"]; n++) add(words_of("thing", n))
  while (made < wanted) {
    kind = random_below(100)
    thing = one_of("thing")
    if (kind < 70) add(dressed(thing))
    else if (kind < 80) add(dressed(thing ".and." one_of("partner")))
    else if (kind < 88) add(dressed("letter." one_of("letter")))
    else if (kind < 94) add(dressed("digit." random_below(50)))
    else {
      name = one_of("tone") one_of("colour")
      if (random_below(2)) name = one_of("rank") toupper(substr(name, 1, 1)) substr(name, 2)
      add(name)
    }
  }
}
