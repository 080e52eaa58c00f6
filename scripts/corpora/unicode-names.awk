# Converts UnicodeData.txt to CSV: code, name, alias (the name in Unicode 1.0), general category. The First and Last
# lines of ranges are skipped, because they name no character. Control characters keep the name <control>; their alias
# is the useful name. An alias that equals the name is dropped. Currently, no cell needs quotes; the function `cell`
# quotes a cell if this is necessary.
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
