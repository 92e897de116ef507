package temporal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/lang"
)

// Formula says something about a state: `at C L and not dead C or won`.
//
// It consists of parts with `or` between them, one of which has to hold. A part consists of facts, and of
// names of statements of the program, with `and` between them and `not` before some. Facts with commas are a
// [goal.Goal]: they have to be there together, so that each linear fact of the state meets one of them. What
// stands after `and` may be met by the same facts. A variable has the same value everywhere in a part; `not`
// says that there is no value for the variables that have none from facts without it.
//
// `or`, `and` and `not` are words of formulas only outside of parentheses, brackets and strings, and `not`
// only where facts begin. So a fact that is called not is written `(not X)`.
//
// A formula is for one search at a time, and is not safe for concurrent use.
type Formula struct {
	text  string
	parts []part
}

// part is the literals that have to hold at once: first the facts without not.
type part []literal

// literal is a goal or a statement, or the negation of one.
type literal struct {
	negated   bool
	facts     goal.Goal
	index     *index          // of the facts
	statement *lang.Statement // nil for facts
}

// The words of formulas.
const (
	wordOr  = "or"
	wordAnd = "and"
	wordNot = "not"
	// Arrow stands between the formulas of a claim about what leads to what.
	Arrow = "=>"
)

// Reader reads the parts of formulas about the states of a program.
type Reader struct {
	// Facts reads facts, which may stand in a state.
	Facts func(text string) (goal.Goal, error)
	// Statement returns the statement that a name means where a fact is asked for, nil for none.
	Statement func(name string) *lang.Statement
}

// Parse reads a formula. The error says where in the text something is wrong.
func (r Reader) Parse(text string) (*Formula, error) {
	f := &Formula{text: strings.TrimSpace(text)}
	var now part
	begin := 0 // of the facts
	words := wordsOf(text)
	for i := 0; i <= len(words); i++ {
		if i < len(words) && words[i].Text != wordOr && words[i].Text != wordAnd {
			continue
		}
		l, err := r.literal(text, words[begin:i])
		if err != nil {
			return nil, err
		}
		now = append(now, l)
		if begin = i + 1; i == len(words) || words[i].Text == wordOr {
			f.parts = append(f.parts, now.ordered())
			now = nil
		}
	}
	return f, nil
}

// ParsePair reads two formulas with an arrow between them.
func (r Reader) ParsePair(text string) (before, after *Formula, err error) {
	words := wordsOf(text)
	at := slices.IndexFunc(words, func(w goal.Part) bool { return w.Text == Arrow })
	if at < 0 {
		return nil, nil, fmt.Errorf("%q: want two formulas with %s between them, such as 'asked X %[2]s answered X'", text,
			Arrow)
	}
	if before, err = r.Parse(text[:words[at].At]); err == nil {
		after, err = r.Parse(text[words[at].At+len(Arrow):])
	}
	return before, after, err
}

// wordsOf returns the pieces of a text between spaces, but for those in strings, parentheses and brackets.
func wordsOf(text string) []goal.Part {
	spaced := strings.NewReplacer("\t", " ", "\n", " ", "\r", " ").Replace(text)
	return slices.DeleteFunc(goal.Split(spaced, ' '), func(w goal.Part) bool { return w.Text == "" })
}

// literal reads facts, or the name of a statement, from words of a text.
func (r Reader) literal(text string, words []goal.Part) (l literal, err error) {
	if l.negated = len(words) > 0 && words[0].Text == wordNot; l.negated {
		words = words[1:]
	}
	if len(words) == 0 {
		return l, fmt.Errorf("%q: facts are missing; they stand before and after %q and %q, and after %q", text, wordOr,
			wordAnd, wordNot)
	}
	if len(words) == 1 {
		if l.statement = r.Statement(words[0].Text); l.statement != nil {
			return l, nil
		}
	}
	last := words[len(words)-1]
	l.facts, err = r.Facts(text[words[0].At : last.At+len(last.Text)])
	l.index = newIndex(l.facts)
	return l, err
}

// ordered returns the part with the facts first that give variables their values.
func (p part) ordered() part {
	slices.SortStableFunc(p, func(a, b literal) int {
		switch {
		case a.negated == b.negated:
			return 0
		case a.negated:
			return 1
		}
		return -1
	})
	return p
}

// String returns the part as formulas have it.
func (p part) String() string {
	var texts []string
	for _, l := range p {
		texts = append(texts, l.String())
	}
	return strings.Join(texts, " "+wordAnd+" ")
}

// String returns the literal as formulas have it.
func (l literal) String() string {
	text := l.facts.String()
	if l.statement != nil {
		text = l.statement.Name
	}
	if l.negated {
		text = wordNot + " " + text
	}
	return text
}

// String returns the formula as it was written.
func (f *Formula) String() string { return f.text }

// vars returns the variables of the part that have values where it holds, or those that have none.
func (p part) vars(negated bool) (vars []string) {
	for _, l := range p {
		if l.negated == negated && l.statement == nil {
			vars = append(vars, l.facts.Vars()...)
		}
	}
	return vars
}

// Shared returns the variables of both formulas of a claim that one leads to the other, each once. Each part
// of the first gives them a value; otherwise there is an error.
func Shared(before, after *Formula) (shared []string, err error) {
	for _, p := range after.parts {
		for _, v := range slices.Concat(p.vars(false), p.vars(true)) {
			if !slices.Contains(shared, v) && before.mentions(v) {
				shared = append(shared, v)
			}
		}
	}
	for _, v := range shared {
		for _, p := range before.parts {
			if !slices.Contains(p.vars(false), v) {
				return nil, fmt.Errorf("%q: %s, which stands after %s, too, has no value in %q", before, v, Arrow, p)
			}
		}
	}
	return shared, nil
}

func (f *Formula) mentions(v string) bool {
	return slices.ContainsFunc(f.parts, func(p part) bool {
		return slices.Contains(p.vars(false), v) || slices.Contains(p.vars(true), v)
	})
}
