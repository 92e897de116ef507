package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Term is a ground term: a constant, a string literal, a numeral, or a
// constructor with arguments. In files a constant is a JSON string, a literal
// is a JSON string whose text is in double quotes (`"\"hello\""`), a numeral is
// a JSON number, and a compound is an array with the constructor first:
// `["s", "z"]`.
type Term struct {
	// Head is the constant, the constructor, the digits of a numeral, or a
	// literal with its quotes.
	Head string
	// Number says that Head is a numeral. Numbers may have any size.
	Number bool
	// Args is empty but for compound terms.
	Args []Term
}

// Const returns the term that is the constant of that name.
func Const(name string) Term { return Term{Head: name} }

// String returns the term as programs write it, without outer parentheses:
// `s (s z)`.
func (t Term) String() string {
	if len(t.Args) == 0 {
		return t.Head
	}
	return t.Head + " " + joinArgs(t.Args)
}

// Equal reports whether two terms are the same.
func (t Term) Equal(u Term) bool {
	if t.Head != u.Head || t.Number != u.Number || len(t.Args) != len(u.Args) {
		return false
	}
	for i := range t.Args {
		if !t.Args[i].Equal(u.Args[i]) {
			return false
		}
	}
	return true
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

func joinArgs(args []Term) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = a.String()
		if len(a.Args) > 0 {
			words[i] = "(" + words[i] + ")"
		}
	}
	return strings.Join(words, " ")
}

// MarshalJSON implements [json.Marshaler].
func (t Term) MarshalJSON() ([]byte, error) {
	if t.Number {
		return []byte(t.Head), nil
	}
	if len(t.Args) == 0 {
		return json.Marshal(t.Head)
	}
	return json.Marshal(append([]any{t.Head}, anySlice(t.Args)...))
}

// UnmarshalJSON implements [json.Unmarshaler].
func (t *Term) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return fmt.Errorf("bad term: nothing there")
	}
	switch data[0] {
	case '"':
		*t = Term{}
		if err := json.Unmarshal(data, &t.Head); err != nil {
			return err
		}
	case '[':
		return t.unmarshalCompound(data)
	default:
		*t = Term{Head: string(data), Number: true}
		if !isNumeral(t.Head) {
			return fmt.Errorf("bad term %s: want a string, a whole number or a list", data)
		}
	}
	if t.Head == "" {
		return fmt.Errorf("bad term: empty name")
	}
	return nil
}

func (t *Term) unmarshalCompound(data []byte) error {
	var parts []Term
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	if len(parts) < 2 || parts[0].Number || len(parts[0].Args) > 0 {
		return fmt.Errorf("bad term %s: want a constructor and its arguments", data)
	}
	*t = Term{Head: parts[0].Head, Args: parts[1:]}
	return nil
}

// isNumeral reports whether s is a natural number as JSON writes one.
func isNumeral(s string) bool {
	if s == "" || len(s) > 1 && s[0] == '0' {
		return false
	}
	return strings.Trim(s, "0123456789") == ""
}

func anySlice[T any](xs []T) []any {
	out := make([]any, len(xs))
	for i, x := range xs {
		out[i] = x
	}
	return out
}
