package lang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Statement is a sentence about all states of all runs, which tools check and prove: `#invariant` or `#never`.
//
// A state meets an invariant if the numbers of facts that it counts are as it says, for each value of its free
// variables. A state violates a `#never` if the facts and comparisons of its premises are there together, as on the
// left side of a rule. A statement is about the start of a run and the state after each transition.
type Statement struct {
	syntax.Span
	Kind StatementKind
	Name string // empty where it has none
	// Label is the name, or where it has none the statement as written, on one line: `#never at C L * dead C`.
	Label string
	// NameSpan is the place of the name; the zero Span where it has none.
	NameSpan syntax.Span
	// Stage is the stage in which the statement has to hold; nil for everywhere, the end of a run included.
	Stage *Stage
	// Vars are the variables. Of an invariant, the first Free are the free ones, which stand for the same value in
	// all its counts; the others belong to one count each: wildcards, and numbers that are added up.
	Vars []Var
	Free int
	// Sum, Op and Bound are the invariant: the sum of the counts compared with a number by Same, LessEq or MoreEq.
	// Counts that are written on the right side have factors with the opposite sign here.
	Sum   []Count
	Op    Op
	Bound int64
	// Premises are the premises of a `#never`, of the kinds Keep, Permanent, Prove and Compare. As in rules, no two of
	// them are met by the same linear fact.
	Premises []Premise
}

// StatementKind is the kind of claim that a statement makes.
type StatementKind int

// The kinds of statements.
const (
	// Invariant claims that counts of facts compare with a number in each state.
	Invariant StatementKind = iota + 1
	// Never claims that no state has certain facts together.
	Never
)

// Count is a number of facts, with a factor: those that match a pattern, or the sum of a number in these. A permanent
// fact counts once.
type Count struct {
	syntax.Span
	// Times is the factor, which is not 0.
	Times int64
	// Pattern is matched with the facts of a state. A variable that stands in it twice matches equal values only.
	Pattern Atom
	// Permanent says that only permanent facts count: `!p X`.
	Permanent bool
	// Of is the variable of the pattern whose values are added up, as in `sum N in coin N`; -1 where each fact counts
	// 1.
	Of Variable
}

// AsPremises returns the premises of a `#never`, or the patterns of an invariant in the form of premises, in their
// order.
func (s *Statement) AsPremises() []Premise {
	out := slices.Clone(s.Premises)
	for _, n := range s.Sum {
		p := Premise{Span: n.Span, Kind: Keep, Atom: n.Pattern}
		if n.Permanent {
			p.Kind = Permanent
		}
		out = append(out, p)
	}
	return out
}

// String returns the statement as programs write it, on one line and without its `.`: `#never at C L * dead C`. Counts
// with factors below 0 stand on the right side.
func (s *Statement) String() string {
	var b strings.Builder
	b.WriteString(map[StatementKind]string{Invariant: "#invariant ", Never: "#never "}[s.Kind])
	if s.Name != "" {
		b.WriteString(s.Name + " ")
	}
	if s.Stage != nil {
		b.WriteString("in " + s.Stage.Name + " ")
	}
	if s.Name != "" || s.Stage != nil {
		b.WriteString(": ")
	}
	if s.Kind == Invariant {
		b.WriteString(s.comparison(Count.text))
	} else {
		b.WriteString(strings.Join(s.texts(s.Premises), " * "))
	}
	return b.String()
}

// Sentence returns the statement as a sentence without its full stop, with code in backquotes: "for each character C:
// the number of `at C _` + the number of `dead C` = 1, in every state".
func (s *Statement) Sentence() string {
	if s.Kind == Never {
		return s.neverSentence()
	}
	text := s.comparison(Count.phrase)
	if s.Free > 0 {
		text = "for each " + s.typed(s.Vars[:s.Free]) + ": " + text
	}
	return text + ", in every state" + s.ofStage()
}

func (s *Statement) neverSentence() string {
	var facts, conditions []string
	for i, text := range s.texts(s.Premises) {
		if s.Premises[i].Kind.OnState() {
			facts = append(facts, "`"+text+"`")
		} else {
			conditions = append(conditions, "`"+text+"`")
		}
	}
	text := "no state" + s.ofStage()
	switch len(facts) {
	case 0:
		return text + " meets " + english.List(conditions)
	case 1:
		text += " has " + facts[0]
	default:
		text += " has " + english.List(facts) + " together"
	}
	if len(conditions) > 0 {
		text += " with " + english.List(conditions)
	}
	return text
}

func (s *Statement) ofStage() string {
	if s.Stage == nil {
		return ""
	}
	return " of the stage " + s.Stage.Name
}

// typed lists variables with their types: "character C and place L".
func (s *Statement) typed(vars []Var) string {
	words := make([]string, len(vars))
	for i, v := range vars {
		words[i] = "term " + v.Name
		if v.Type != nil { // it is nil in programs with mistakes
			words[i] = v.Type.Name + " " + v.Name
		}
	}
	return english.List(words)
}

// name returns the name of a variable as programs write it.
func (s *Statement) name(v Variable) string { return shown(s.Vars[v]) }

// texts writes premises as programs do; facts are not marked as kept.
func (s *Statement) texts(ps []Premise) []string {
	out := make([]string, len(ps))
	for i, p := range ps {
		switch p.Kind {
		case Compare:
			out[i] = TermText(p.X, s.name) + " " + string(p.Op) + " " + TermText(p.Y, s.name)
		case Permanent:
			out[i] = "!" + p.Atom.Text(s.name)
		default:
			out[i] = p.Atom.Text(s.name)
		}
	}
	return out
}

// comparison writes the invariant with a text for each count, none of them with a factor below 0.
func (s *Statement) comparison(of func(Count, *Statement) string) string {
	var left, right []string
	for _, n := range s.Sum {
		if n.Times < 0 {
			right = append(right, of(n, s))
		} else {
			left = append(left, of(n, s))
		}
	}
	switch {
	case s.Bound < 0:
		left = append(left, magnitude(s.Bound))
	case s.Bound > 0:
		right = append(right, magnitude(s.Bound))
	}
	for _, side := range []*[]string{&left, &right} {
		if len(*side) == 0 {
			*side = []string{"0"}
		}
	}
	op := string(s.Op)
	if s.Op == Same {
		op = "="
	}
	return strings.Join(left, " + ") + " " + op + " " + strings.Join(right, " + ")
}

// text writes a count as programs do, its factor without a sign.
func (n Count) text(s *Statement) string {
	text := n.pattern(s)
	if n.Of >= 0 {
		text = fmt.Sprintf("sum %s in %s", s.name(n.Of), text)
	}
	if times := magnitude(n.Times); times != "1" {
		text = times + " * " + text
	}
	return text
}

// phrase writes a count in words, its factor without a sign.
func (n Count) phrase(s *Statement) string {
	text := fmt.Sprintf("the number of `%s`", n.pattern(s))
	if n.Of >= 0 {
		text = fmt.Sprintf("the sum of %s in `%s`", s.name(n.Of), n.pattern(s))
	}
	if times := magnitude(n.Times); times != "1" {
		text = times + " × " + text
	}
	return text
}

func (n Count) pattern(s *Statement) string {
	if n.Permanent {
		return "!" + n.Pattern.Text(s.name)
	}
	return n.Pattern.Text(s.name)
}

// magnitude returns the digits of a number without its sign.
func magnitude(n int64) string { return strings.TrimPrefix(fmt.Sprint(n), "-") }
