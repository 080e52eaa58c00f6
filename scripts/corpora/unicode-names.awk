# UnicodeData.txt to CSV: code, name, alias (the name in Unicode 1.0), general category.
# The First and Last lines of ranges are left out: they name no character. Controls are called
# <control> there and keep that name; their alias says what they are. An alias equal to the name
# is left out. No cell needs quotes today; one that did would get them.
function cell(text) {
  if (text !~ /[",]/) return text
  gsub(/"/, "\"\"", text)
  return "\"" text "\""
}

BEGIN {
  FS = ";"
  print "code,name,alias,category"
}

$2 ~ /, (First|Last)>$/ { next }

{ print "U+" $1 "," cell($2) "," cell($11 == $2 ? "" : $11) "," $3 }
