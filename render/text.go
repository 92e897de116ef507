package render

import (
	"strings"
	"unicode"
)

// labelWidth is how many characters a line of a label may have. What is longer
// is cut; the tooltip has all of it.
const labelWidth = 40

// plain returns text from outside as one line that shows what is in it:
// control characters and line breaks as their pictures (␀, ␊), and what would
// reorder the text around it, or cannot stand in XML, as �.
func plain(s string) string { return strings.Map(visible, strings.ToValidUTF8(s, "�")) }

func visible(r rune) rune {
	switch {
	case r < ' ':
		return '␀' + r
	case r == 0x7f:
		return '␡'
	case unicode.Is(unicode.Bidi_Control, r), unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp),
		unicode.Is(unicode.Noncharacter_Code_Point, r):
		return unicode.ReplacementChar
	}
	return r
}

// short returns the text as a line of a label.
func short(s string) string {
	runes := []rune(plain(s))
	if len(runes) <= labelWidth {
		return string(runes)
	}
	return string(runes[:labelWidth-1]) + "…"
}

// layout returns text of several lines, such as a rule's, as plain lines.
func layout(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\t", "    "), "\n")
	for i, line := range lines {
		lines[i] = plain(strings.TrimSuffix(line, "\r"))
	}
	return strings.Join(lines, "\n")
}

// class returns a name as a CSS class that needs no escaping: `rule-do-mourn`
// for "rule" and "do/mourn". Different names may give the same class.
func class(kind, name string) string {
	safe := func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '-'
	}
	return kind + "-" + strings.Map(safe, strings.TrimSuffix(short(name), "…"))
}

// breadth returns the width a label needs, in ems, or 0 where Graphviz can tell:
// it knows the letters of Latin-1 only and takes all others for spaces.
func breadth(label string) float64 {
	widest, known := 0.0, true
	for line := range strings.SplitSeq(label, "\n") {
		ems := 0.0
		for _, r := range line {
			known = known && r <= unicode.MaxLatin1
			ems += emsOf(r)
		}
		widest = max(widest, ems)
	}
	if known {
		return 0
	}
	return widest
}

// emsOf returns the width of a letter in a broad typeface, amply.
func emsOf(r rune) float64 {
	switch {
	case r <= unicode.MaxLatin1:
		return 0.62
	case r < 0x1100: // the alphabets; beyond are syllables, ideographs, pictures
		return 0.72
	}
	return 1.05
}
