package outline

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// DraftPremise returns a new premise or result of a predicate for a rule, clause or `#never`, of which side `r` is the
// right one; the body is nil for the first premise of a new one. At the left, its arguments are variables: those that
// the body has, each once, and new ones; one that says the same as a premise before it begins with a new one. At the
// right they are variables of the body, and the first constants of the types of which it has none. The error says
// which type has no constants.
func DraftPremise(a *lang.Analysis, body *Node, side string, p *lang.Pred) (string, error) {
	if body == nil {
		return (&place{side: side}).draft(p, nil)
	}
	return newPlace(a, body, side).draft(p, body.Parts("l"))
}

// DraftCount returns a pattern of all facts of a predicate.
func DraftCount(p *lang.Pred) string {
	return atom(p.Name, slices.Repeat([]string{syntax.Wildcard}, len(p.Args)))
}

// draft is [DraftPremise] for a body with the premises of its left side.
func (p *place) draft(pred *lang.Pred, left []*Node) (string, error) {
	taken := maps.Clone(p.taken)
	if taken == nil {
		taken = make(map[string]bool)
	}
	args := make([]string, len(pred.Args))
	seen := make(map[*lang.Type]int)
	for i, t := range pred.Args {
		fitting := slices.DeleteFunc(slices.Clone(p.vars), func(v Var) bool { return t == nil || v.Type != t.Name })
		n := seen[t]
		seen[t]++
		switch {
		case n < len(fitting):
			args[i] = fitting[n].Name
		case p.side == "l":
			args[i] = Fresh(t, taken)
		case len(fitting) > 0:
			args[i] = fitting[len(fitting)-1].Name
		case len(Ground(t, 1)) == 0:
			return "", lacks(t)
		default:
			args[i] = Ground(t, 1)[0]
		}
	}
	if p.side == "l" && len(args) > 0 && says(left, pred.Name, atom(pred.Name, args)) {
		args[0] = Fresh(pred.Args[0], taken)
	}
	return atom(pred.Name, args), nil
}

// lacks returns the error of a type that has no terms without variables.
func lacks(t *lang.Type) error {
	if t == nil {
		return errors.New("the type of an argument is not known")
	}
	return fmt.Errorf("there is no `%s` yet: add a constant to the type first", t.Name)
}

// says reports whether a premise of a predicate, whatever its mark, is written in a way.
func says(list []*Node, pred, text string) bool {
	return slices.ContainsFunc(list, func(n *Node) bool {
		return of(n, pred) && syntax.ExprString(Unmarked(n.Expr)) == text
	})
}

// of reports whether a premise or fact is of a predicate.
func of(n *Node, pred string) bool {
	switch x := Unmarked(n.Expr).(type) {
	case *syntax.Name:
		return x.Text == pred
	case *syntax.Apply:
		return x.Fun.Text == pred
	}
	return false
}

// mostTried is how many facts a new one is compared with at the most.
const mostTried = 1000

// DraftFact returns a fact of a predicate with constants: the first that is not among others, whatever their marks, and
// if there is one, about a thing that none of them is about, its first argument, and with arguments that differ. Where
// all are among them, or too many, it returns the first, and false. The error says which type has no constants.
func DraftFact(p *lang.Pred, others []*Node) (fact string, fresh bool, err error) {
	for _, t := range p.Args {
		if len(Ground(t, 1)) == 0 {
			return "", false, lacks(t)
		}
	}
	there := make(map[string]bool)
	for _, n := range others {
		if of(n, p.Name) {
			there[syntax.ExprString(Unmarked(n.Expr))] = true
		}
	}
	const more = 16 // facts, of which some are likely to have arguments that differ
	if len(p.Args) > 1 && len(there) > 0 {
		if first, ok := unused(p, there); ok {
			rest := combinations(p.Args[1:], more, deepestDraft)
			for i := range rest {
				rest[i] = append([]string{first}, rest[i]...)
			}
			return atom(p.Name, slices.MinFunc(rest, func(x, y []string) int { return repeats(x) - repeats(y) })), true, nil
		}
	}
	lists := combinations(p.Args, min(2*len(there)+more, mostTried), deepestDraft)
	slices.SortStableFunc(lists, func(x, y []string) int { return repeats(x) - repeats(y) })
	for _, args := range lists {
		if text := atom(p.Name, args); !there[text] {
			return text, true, nil
		}
	}
	return atom(p.Name, lists[0]), false, nil
}

// unused returns the first term that is the first argument of none of some facts of a predicate.
func unused(p *lang.Pred, there map[string]bool) (string, bool) {
	for _, term := range groundBelow(p.Args[0], mostTried, deepestDraft) {
		about := false
		for fact := range there {
			about = about || strings.HasPrefix(fact, atom(p.Name, []string{term, ""}))
		}
		if !about {
			return term, true
		}
	}
	return "", false
}

// repeats returns how many of the arguments stand there before.
func repeats(args []string) int {
	n := 0
	for i, arg := range args {
		if slices.Contains(args[:i], arg) {
			n++
		}
	}
	return n
}

// Unmarked returns a premise or fact without the marks before it.
func Unmarked(x syntax.Expr) syntax.Expr {
	for mark, ok := x.(*syntax.Prefix); ok; mark, ok = x.(*syntax.Prefix) {
		x = mark.X
	}
	return x
}

// atom returns a name with arguments.
func atom(name string, args []string) string {
	return strings.Join(append([]string{name}, args...), " ")
}

// Fresh returns a name for a new variable of a type, and takes it: the initial of the type, and a number behind it
// where that is taken.
func Fresh(t *lang.Type, taken map[string]bool) string {
	initial := "X"
	if t != nil {
		r, _ := utf8.DecodeRuneInString(t.Name)
		if u := string(unicode.ToUpper(r)); syntax.IsVariable(u) && u != syntax.Wildcard {
			initial = u
		}
	}
	name := initial
	for i := 2; taken[name]; i++ {
		name = initial + strconv.Itoa(i)
	}
	taken[name] = true
	return name
}

// deepestDraft is how deep terms nest that are made.
const deepestDraft = 3

// Ground returns some terms of a type without variables as arguments are written, at most as many as a bound says:
// constants, and then constructors with arguments. There are none of an unknown type, which is nil.
func Ground(t *lang.Type, most int) []string { return groundBelow(t, most, deepestDraft) }

func groundBelow(t *lang.Type, most, depth int) []string {
	switch {
	case t == nil || depth == 0:
		return nil
	case t.Numerals:
		all := make([]string, most)
		for i := range all {
			all[i] = strconv.Itoa(i)
		}
		return all
	case t.Texts:
		return []string{`""`}
	}
	var all []string
	for _, k := range t.Constructors {
		if len(k.Args) == 0 {
			all = append(all, argument(k.Name))
		}
	}
	for _, k := range t.Constructors {
		if len(k.Args) > 0 && len(all) < most {
			for _, args := range combinations(k.Args, most-len(all), depth-1) {
				all = append(all, argument(atom(k.Name, args)))
			}
		}
	}
	return all[:min(len(all), most)]
}

// combinations returns some lists of terms of types, the last changing first.
func combinations(types []*lang.Type, most, depth int) [][]string {
	lists := [][]string{nil}
	for _, t := range types {
		var longer [][]string
		terms := groundBelow(t, most, depth)
		for _, list := range lists {
			for _, term := range terms {
				if len(longer) < most {
					longer = append(longer, append(slices.Clip(list), term))
				}
			}
		}
		lists = longer
	}
	return lists
}

// argument returns a term as an argument: in parentheses if it has several words, or is a name that is an operator or a
// word of statements elsewhere.
func argument(term string) string {
	switch {
	case term == "-", term == "/", term == string(syntax.Mod), term == "in":
	case !strings.Contains(term, " "):
		return term
	}
	return "(" + term + ")"
}
