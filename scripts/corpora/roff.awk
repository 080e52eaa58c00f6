# Extracts the text of manual pages from their roff source, with the authors' line breaks. The program does not format
# pages. It drops requests, but keeps the words of headings and font changes. It replaces escapes with the characters
# that they print. Lines with fewer than three words are dropped.
/^['.][ \t]*\\"/ { next }

/^['.]/ {
  if ($0 !~ /^['.][ \t]*(SH|SS|B|I|BR|IR|RB|BI|IB|RI|SM|SB|Nd|Sh|Ss|It|Em|Sy|Xr)[ \t]/) next
  sub(/^['.][ \t]*[A-Za-z]+[ \t]+/, "")
  gsub(/"/, "")
}

{
  gsub(/\\f(\[[^]]*\]|\([A-Za-z0-9][A-Za-z0-9]|.)/, "")
  gsub(/\\s[-+]?[0-9]/, "")
  gsub(/\\\((aq|cq|oq)|\\\[(aq|cq|oq)\]/, "'")
  gsub(/\\\((lq|rq|dq)|\\\[(lq|rq|dq)\]|\\\*\(?[lrLR]q?/, "\"")
  gsub(/\\\((em|en)|\\\[(em|en)\]/, "-")
  gsub(/\\\(bu|\\\[bu\]/, "*")
  gsub(/\\(\*?\[[^]]*\]|\*?\(..)/, "")
  gsub(/\\[&|^%:,\/)c!pt]/, "")
  gsub(/\\[ ~0]/, " ")
  gsub(/\\-/, "-")
  gsub(/\\["#].*/, "")
  gsub(/\\e|\\\\/, "\\")
  gsub(/[ \t\r]+/, " ")
  sub(/^ /, "")
  sub(/ $/, "")
}

NF >= 3
