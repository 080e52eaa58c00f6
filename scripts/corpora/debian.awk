# Converts `apt-cache dumpavail` to CSV rows: name, section, one-line description.
function cell(text) {
  if (text !~ /[",]/) return text
  gsub(/"/, "\"\"", text)
  return "\"" text "\""
}

function flush_package() {
  if (name != "" && description != "") print name "," cell(section) "," cell(description)
  name = section = description = ""
}

/^Package: / { flush_package(); name = substr($0, 10) }
/^Section: / { section = substr($0, 10) }
/^Description: / { description = substr($0, 14) }
/^Description-en: / { description = substr($0, 17) }
END { flush_package() }
