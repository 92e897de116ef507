package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Term is a ground term: a constant, a string literal, a numeral, or a constructor with arguments.
// In files a constant is a JSON string, a literal is a JSON string that contains a text in double
// quotes (`"\"hello\""`), a numeral is a JSON number, and a compound is an array with the
// constructor first: `["s", "z"]`. Readers normalize literals to the spelling of [Text], whichever
// escapes the file has.
type Term struct {
	// Head is the constant, the constructor, the digits of a numeral, or a
	// literal with its quotes.
	Head string
	// Number says that Head is a numeral. Numbers may have any size.
	Number bool
	// Args is empty but for compound terms.
	Args []Term
}

// Open is the term that stands for any other in a pattern.
const Open = "_"

// List is the head of a list in its short form, `[a, b]`, with the elements as arguments. Package
// shape makes such terms.
const List = "["

const (
	// MaxTermDepth is how deep compound terms may nest. Together with the lists and objects of
	// a file around a term it stays within the depth that encoding/json writes.
	MaxTermDepth = 10_000 - 10
	// MaxTermSize is how many bytes a term may have, as [Term.Size] counts them. In the compact
	// form a term is made of others that stand there once, so that some hundred bytes could
	// say one that fills the memory.
	MaxTermSize = 16<<20 + 1
)

// Const returns the term that is the constant of that name.
func Const(name string) Term { return Term{Head: name} }

// Text returns the string literal for a text, spelled as programs print it: characters that are
// not graphic are written as escapes of Go.
func Text(text string) Term { return Const(strconv.QuoteToGraphic(text)) }

// Spelled returns the head of a term with the spelling of [Text] for a literal, so that equal
// literals have equal heads.
func Spelled(head string) string {
	if text, ok := Const(head).Literal(); ok {
		return Text(text).Head
	}
	return head
}

// IsOpen reports whether there is an [Open] in the term.
func (t Term) IsOpen() bool { return t.Head == Open || slices.ContainsFunc(t.Args, Term.IsOpen) }

// String returns the term as programs write it, without outer parentheses:
// `s (s z)`. A [List] is written in brackets.
func (t Term) String() string {
	if len(t.Args) == 0 && t.Head != List {
		return t.Head
	}
	var b strings.Builder
	if t.Head == List {
		writeOperand(&b, t)
		return b.String()
	}
	b.WriteString(t.Head)
	for _, arg := range t.Args {
		b.WriteByte(' ')
		writeOperand(&b, arg)
	}
	return b.String()
}

// writeOperand writes an argument, in parentheses if it has any itself.
func writeOperand(b *strings.Builder, t Term) {
	between, last := " ", ")"
	switch {
	case t.Head == List:
		b.WriteByte('[')
		between, last = ", ", "]"
	case len(t.Args) == 0:
		b.WriteString(t.Head)
		return
	default:
		b.WriteByte('(')
		b.WriteString(t.Head)
		b.WriteByte(' ')
	}
	for i, arg := range t.Args {
		if i > 0 {
			b.WriteString(between)
		}
		writeOperand(b, arg)
	}
	b.WriteString(last)
}

// Equal reports whether two terms are the same.
func (t Term) Equal(u Term) bool {
	return t.Head == u.Head && t.Number == u.Number && slices.EqualFunc(t.Args, u.Args, Term.Equal)
}

// MarshalJSON implements [json.Marshaler].
func (t Term) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := t.encode(&b, enc)
	return b.Bytes(), err
}

// encode writes a compound piece by piece, for handing each level to the
// encoder would read the innermost as often as there are levels.
func (t Term) encode(b *bytes.Buffer, enc *json.Encoder) error {
	if t.Number {
		return enc.Encode(json.Number(t.Head))
	}
	if len(t.Args) == 0 {
		return enc.Encode(t.Head)
	}
	b.WriteByte('[')
	if err := enc.Encode(t.Head); err != nil {
		return err
	}
	for _, arg := range t.Args {
		b.WriteByte(',')
		if err := arg.encode(b, enc); err != nil {
			return err
		}
	}
	b.WriteByte(']')
	return nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (t *Term) UnmarshalJSON(data []byte) error {
	*t = Term{}
	switch data[0] {
	case '"':
		err := json.Unmarshal(data, &t.Head)
		t.Head = Spelled(t.Head)
		return err
	case '[':
		var parts []Term
		if err := json.Unmarshal(data, &parts); err != nil {
			return err
		}
		if len(parts) < 2 || parts[0].Number || len(parts[0].Args) > 0 {
			return errors.New("want a constructor and its arguments")
		}
		*t = Term{Head: parts[0].Head, Args: parts[1:]}
		return nil
	}
	if *t = Atomic(string(data)); !t.Number {
		return fmt.Errorf("want a term, found %.40s", data)
	}
	return nil
}

// check reports faults of a term at the given depth, from 1.
func (t Term) check(depth int) error {
	if err := t.CheckHead(depth, 0); err != nil {
		return err
	}
	for _, arg := range t.Args {
		if err := arg.check(depth + 1); err != nil {
			return err
		}
	}
	return nil
}

// CheckHead reports faults of a term at a depth, from 1, and of a size, but for those of its
// arguments.
func (t Term) CheckHead(depth, size int) error {
	if err := checkName("term", t.Head); err != nil {
		return err
	}
	switch {
	case depth > MaxTermDepth:
		return fmt.Errorf("term nested deeper than %d", MaxTermDepth)
	case t.Number && (len(t.Args) > 0 || !isNumeral(t.Head)):
		return fmt.Errorf("bad numeral %q", t.Head)
	case t.Head[0] == '"' && (len(t.Args) > 0 || len(t.Head) < 2 || !strings.HasSuffix(t.Head, `"`)):
		return fmt.Errorf("bad string literal %q", t.Head)
	case size > MaxTermSize:
		return fmt.Errorf("term of more than %d bytes", MaxTermSize)
	}
	return nil
}

// Size is about how many bytes the term has as text.
func (t Term) Size() int {
	n := len(t.Head) + 1
	for _, arg := range t.Args {
		n += arg.Size()
	}
	return n
}

// Literal returns the text of a string literal, and false for all other terms.
// Where the escapes make no sense, the text is what stands between the quotes.
func (t Term) Literal() (string, bool) {
	if len(t.Head) < 2 || t.Head[0] != '"' || !strings.HasSuffix(t.Head, `"`) || len(t.Args) > 0 {
		return "", false
	}
	if text, err := strconv.Unquote(strings.ReplaceAll(t.Head, "\n", `\n`)); err == nil {
		return text, true
	}
	return t.Head[1 : len(t.Head)-1], true
}

// String returns the fact as programs write it: `at romeo town`.
func (f Fact) String() string { return Term{Head: f.Pred, Args: f.Args}.String() }

// Fact returns the fact the resource is a copy of.
func (r Resource) Fact() Fact { return Fact{Pred: r.Pred, Args: r.Args} }

// String returns the resource as programs write its fact, with `!` before a
// permanent one.
func (r Resource) String() string {
	if r.Persistent {
		return "!" + r.Fact().String()
	}
	return r.Fact().String()
}

// String returns the rule's name and arguments: `do/mourn juliet romeo`.
func (s Step) String() string { return Term{Head: s.Rule, Args: s.Args}.String() }

// Atomic returns the numeral or constant that a word is. Digits that JSON would
// not take for a number, such as 007, are a name like any other.
func Atomic(word string) Term { return Term{Head: word, Number: isNumeral(word)} }

// isNumeral reports whether s is a natural number as JSON writes one.
func isNumeral(s string) bool {
	if s == "" || len(s) > 1 && s[0] == '0' {
		return false
	}
	return strings.Trim(s, "0123456789") == ""
}
