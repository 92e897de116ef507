package svg

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// escape writes text into XML and HTML, inside of elements and of attributes in
// double quotes. What neither can hold becomes U+FFFD.
func escape(b *bytes.Buffer, text string) {
	plain := 0 // the start of what can be written as it is
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if s := escaped(r, size); s != "" {
			b.WriteString(text[plain:i])
			b.WriteString(s)
			plain = i + size
		}
		i += size
	}
	b.WriteString(text[plain:])
}

// escaped returns what stands for a rune, empty for itself. Line ends and tabs are
// written by number, as parsers change those in attributes.
func escaped(r rune, size int) string {
	switch r {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '"':
		return "&#34;"
	case '\t':
		return "&#9;"
	case '\n':
		return "&#10;"
	}
	if r < ' ' || r == utf8.RuneError && size < 2 || r == 0xFFFE || r == 0xFFFF || 0x7F <= r && r < 0xA0 {
		return "\uFFFD"
	}
	return ""
}

// attribute writes an attribute, with a space before it.
func attribute(b *bytes.Buffer, name, value string) {
	b.WriteByte(' ')
	b.WriteString(name)
	b.WriteString(`="`)
	escape(b, value)
	b.WriteByte('"')
}

// number writes an attribute that is a length or a place.
func number(b *bytes.Buffer, name string, value float64) {
	b.WriteByte(' ')
	b.WriteString(name)
	b.WriteString(`="`)
	decimal(b, value)
	b.WriteByte('"')
}

// count writes an attribute that is a whole number, unless it is 0.
func count(b *bytes.Buffer, name string, value int) {
	if value == 0 {
		return
	}
	b.WriteByte(' ')
	b.WriteString(name)
	b.WriteString(`="`)
	b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(value), 10))
	b.WriteByte('"')
}

// decimal writes a number to one decimal, which is finer than visible, and omits a decimal of 0.
// NaN and numbers out of range are written as 0.
func decimal(b *bytes.Buffer, value float64) {
	tenths := math.Round(value * 10)
	if math.IsNaN(tenths) || math.Abs(tenths) > 1e15 {
		tenths = 0
	}
	whole := int64(tenths)
	if whole < 0 {
		b.WriteByte('-')
		whole = -whole
	}
	b.Write(strconv.AppendInt(b.AvailableBuffer(), whole/10, 10))
	if whole%10 != 0 {
		b.WriteByte('.')
		b.WriteByte('0' + byte(whole%10))
	}
}

// ascii reports whether a text has only letters that every font has.
func ascii(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}
