// Package goal reads questions about several facts at once, and answers them.
//
// A goal is a list of facts with commas: `at C L, dead C`. It asks for all of them in one
// state. A name that begins with a capital is a variable, which stands for the same term
// wherever it stands; `_` is anything, `!` before a fact is for a permanent one, and arguments
// at the end may be left out. As with the premises of a rule, each linear fact of a state meets
// one fact of the goal only, so `seat, seat` asks for two seats, and so does `2 × seat`; a
// permanent one may meet any number.
//
// All questions about facts are read and matched here: of state spaces ([exec/explore]), of
// runs that are played ([exec/session]) or recorded ([causal]), and of the ends of many runs
// ([causal/sweep]).
package goal

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Goal is a list of facts that a question asks for together.
type Goal struct {
	// Facts are at least one.
	Facts []Pattern
	text  string
	parts []Part // of the text, one for each fact; those of `2 × seat` have the same one
}

// Part is a piece of a text.
type Part struct {
	Text string // without space around it
	At   int    // its offset
}

// Parse reads a goal. The error says where in the text something is wrong.
func Parse(text string) (Goal, error) {
	g := Goal{text: text}
	for _, part := range Split(text, ',') {
		copies, fact := Counted(part.Text)
		if copies < 1 || copies > mostCopies {
			return Goal{}, fmt.Errorf("%q, column %d: want a number of facts from 1 to %d",
				text, column(text, part.At), mostCopies)
		}
		if _, rest := Counted(fact); rest != fact {
			return Goal{}, fmt.Errorf("%q, column %d: a fact has at most one number", text, column(text, part.At))
		}
		at := part.At + len(part.Text) - len(fact)
		p, err := ParsePattern(fact)
		if wrong, ok := errors.AsType[*patternError](err); ok && len(text) > 0 {
			return Goal{}, fmt.Errorf("%q, column %d: %s", text, column(text, at+wrong.at), wrong.reason)
		}
		if err == nil {
			err = foreign(text, part, p)
		}
		if err != nil {
			return Goal{}, err
		}
		g.Facts = append(g.Facts, slices.Repeat([]Pattern{p}, copies)...)
		g.parts = append(g.parts, slices.Repeat([]Part{part}, copies)...)
	}
	return g, nil
}

const (
	times = "×"
	// mostCopies is how many copies of a fact a goal may ask for with a number.
	mostCopies = 999
)

// Counted cuts off the number of copies of a fact: `2 × seat` is 2 and `seat`. Without a number it
// is 1. A number that is too large for any goal is -1.
func Counted(text string) (copies int, fact string) {
	number, fact, found := strings.Cut(text, times)
	number = strings.TrimSpace(number)
	if !found || number == "" || strings.Trim(number, "0123456789") != "" {
		return 1, text
	}
	copies, err := strconv.Atoi(number)
	if err != nil {
		copies = -1
	}
	return copies, strings.TrimSpace(fact)
}

// comparisons are the signs that compare terms in rules.
var comparisons = []string{"<>", "!=", "==", "=", "<", "<=", ">", ">="}

// foreign returns a hint for facts that are joined as in rules, or written as in other languages.
func foreign(text string, part Part, p Pattern) error {
	has := func(sign string) bool {
		return slices.ContainsFunc(p.Args, func(t trace.Term) bool { return t.Head == sign && len(t.Args) == 0 })
	}
	switch at := column(text, part.At); {
	case has("*"):
		return fmt.Errorf("%q, column %d: separate facts by commas, not by *", text, at)
	case has(times):
		return fmt.Errorf("%q, column %d: the number of a fact goes before it, as in `2 × seat`", text, at)
	case slices.ContainsFunc(comparisons, has):
		return fmt.Errorf("%q, column %d: facts have no comparisons; a variable has the same value wherever it stands",
			text, at)
	case hasComma(p.Term):
		return fmt.Errorf("%q, column %d: separate arguments by spaces, as in `at romeo square`", text, at)
	}
	return nil
}

// hasComma reports whether there is a comma in a name of a term.
func hasComma(t trace.Term) bool {
	return t.Head[0] != '"' && strings.Contains(t.Head, ",") || slices.ContainsFunc(t.Args, hasComma)
}

// Of returns the goal that asks for some facts together.
func Of(facts ...Pattern) Goal {
	g := Goal{Facts: facts}
	g.text = g.String()
	g.parts = Split(g.text, ',')
	return g
}

// Split returns the pieces of a text between separators, but for those in strings, parentheses
// and brackets.
func Split(text string, separator byte) []Part {
	var parts []Part
	quoted, depth, from := false, 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth = max(0, depth-1) // one too many is a mistake of its fact alone
		case c == separator && depth == 0:
			parts = append(parts, trimmed(text[from:i], from))
			from = i + 1
		}
	}
	return append(parts, trimmed(text[from:], from))
}

// trimmed returns the piece of a text at an offset without space around it.
func trimmed(piece string, at int) Part {
	left := strings.TrimLeft(piece, " \t\r\n")
	return Part{strings.TrimSpace(left), at + len(piece) - len(left)}
}

// column returns the number of the character at an offset, from 1.
func column(text string, at int) int { return utf8.RuneCountInString(text[:at]) + 1 }

// String returns the goal as [Parse] reads it, with numbers of copies where it was written so.
func (g Goal) String() string {
	var texts []string
	for i := 0; i < len(g.Facts); {
		text, copies := g.Facts[i].String(), 1
		for i+copies < len(g.parts) && g.parts[i+copies] == g.parts[i] {
			copies++
		}
		if copies > 1 {
			text = fmt.Sprintf("%d %s %s", copies, times, text)
		}
		texts = append(texts, text)
		i += copies
	}
	return strings.Join(texts, ", ")
}

// Vars returns the variables of the goal, in the order in which they stand in it.
func (g Goal) Vars() (vars []string) {
	for _, p := range g.Facts {
		for _, v := range p.Vars {
			if !slices.Contains(vars, v) {
				vars = append(vars, v)
			}
		}
	}
	return vars
}

// Instance returns the goal with its bound variables replaced.
func (g Goal) Instance(b Bindings) Goal {
	g.Facts = slices.Clone(g.Facts)
	for i, p := range g.Facts {
		g.Facts[i] = p.Instance(b)
	}
	return g
}

// Knowing returns the goal where names that are known as constants are no variables, see
// [Pattern.Knowing].
func (g Goal) Knowing(constant func(name string) bool) Goal {
	g.Facts = slices.Clone(g.Facts)
	for i, p := range g.Facts {
		g.Facts[i] = p.Knowing(constant)
	}
	return g
}

// Wrong adds the column of a fact to an error about it, if there are several facts.
func (g Goal) Wrong(fact int, err error) error {
	if err == nil || len(g.Facts) == 1 {
		return err
	}
	return fmt.Errorf("%q, column %d: %w", g.text, column(g.text, g.parts[fact].At), err)
}

// Comes reports whether a state meets the goal with at least one of the resources just made, and
// returns the bindings. The state is computed only if it matters.
func (g Goal) Comes(made []trace.Resource, state func() []trace.Resource) (Bindings, bool, error) {
	var touching []trace.Resource
	for _, r := range made {
		for _, p := range g.Facts {
			if b, ok := p.Bind(nil, r.Fact(), r.Persistent); ok {
				if len(g.Facts) == 1 {
					return b, true, nil
				}
				touching = append(touching, r)
				break
			}
		}
	}
	if len(touching) == 0 {
		return nil, false, nil
	}
	s := g.State(state())
	var fresh []*Fact
	for _, r := range touching {
		if of := s.relations[r.Pred]; of != nil {
			if known := of.known[key(r.Args, r.Persistent)]; known != nil {
				fresh = append(fresh, known)
			}
		}
	}
	if len(fresh) == 0 {
		return nil, false, nil
	}
	match, met, err := g.First(s, fresh)
	return match.Bindings, met, err
}

// Touches reports whether a fact of the goal asks for a fact.
func (g Goal) Touches(f trace.Fact, permanent bool) bool {
	return slices.ContainsFunc(g.Facts, func(p Pattern) bool { return p.MatchesFact(f.Pred, f.Args, permanent) })
}

// Meets reports whether a state has the facts of the goal together. If there are too many facts to
// try, it returns false.
func (g Goal) Meets(state []trace.Resource) bool {
	_, met, err := g.First(g.State(state), nil)
	return met && err == nil
}

// Asks reports whether the goal may be met with facts of a predicate.
func (g Goal) Asks(pred string) bool {
	return slices.ContainsFunc(g.Facts, func(p Pattern) bool { return p.Head == pred || p.Head == trace.Open })
}

// State returns the facts of a state for which the goal may ask.
func (g Goal) State(resources []trace.Resource) *State {
	s := new(State)
	for i, r := range resources {
		if g.Asks(r.Pred) {
			s.Add(r.Fact(), r.Persistent, i)
		}
	}
	return s
}
