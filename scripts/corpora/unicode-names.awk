# Converts UnicodeData.txt to CSV: code, name, alias (the name in Unicode 1.0), general category. The lines for the
# first and the last character of a range are skipped, because they name no character. The name of a control character
# is <control>; its alias is the useful name. An alias that equals the name is dropped. Currently, no cell needs quotes;
# the function `cell` would quote a cell that does.
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
