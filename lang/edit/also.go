package edit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// A new argument of a predicate may need others to have it, too: where a rule makes its fact, something at the left
// has to say what the fact is about. If an arm that is free becomes the arm that is free, then the arm that holds a
// block becomes one of several, too.

// alsoID is the ID of the question which other predicates get a new argument.
const alsoID = "also"

// family is predicates that get an argument together. The one that the edit is about comes first.
type family struct {
	preds []*lang.Pred
	// uneven is how many rules make and use up different numbers of their facts: where it is 0, the number of all
	// their facts never changes.
	uneven int
}

// names returns the names of the others, as the answer to the question.
func (f family) names() string {
	if len(f.others()) == 0 {
		return nothingToo
	}
	var all []string
	for _, p := range f.others() {
		all = append(all, p.Name)
	}
	return strings.Join(all, " ")
}

// others returns all but the predicate that the edit is about.
func (f family) others() []*lang.Pred { return f.preds[min(1, len(f.preds)):] }

// mostTogether is how many predicates get an argument together at the most, and mostFamilies how many choices there
// are.
const (
	mostTogether = 5
	mostFamilies = 5
)

// addWith adds an argument of a type, to other predicates, too, if the answer says so.
func (s *signature) addWith(of *lang.Type) error {
	f := &filling{signature: s, of: of}
	families, lacking := f.families()
	chosen := families[0]
	if err := f.fillFamily(chosen); err != nil {
		return err
	}
	asked := f.groups
	if s.edit.Answers == nil && len(f.groups) > 0 {
		f.ask = &Ask{Text: f.said() + f.rest(), Questions: f.questions()}
		if len(families) > 1 {
			f.ask.Questions = slices.Insert(f.ask.Questions, 0, f.alsoQuestion(families, lacking))
		}
		_, err := f.rehearse(changeArgument)
		return err
	}
	if answer, ok := s.edit.Answers[alsoID]; ok && answer != chosen.names() {
		i := slices.IndexFunc(families, func(x family) bool { return x.names() == answer })
		if i < 0 {
			return fmt.Errorf("%q is no answer to the question which predicates get the argument", answer)
		}
		chosen = families[i]
		if err := f.fillFamily(chosen); err != nil {
			return err
		}
	}
	f.answer(asked)
	s.insertArgument(s.decl.Name, s.decl.Args, s.index, of.Name)
	for _, p := range chosen.others() {
		d := f.declaration(p)
		s.insertArgument(d.Name, d.Args, len(d.Args), of.Name)
	}
	return f.write()
}

// fillFamily arranges the gaps of all uses of predicates.
func (f *filling) fillFamily(of family) error {
	f.gaps = nil
	for _, u := range f.uses {
		f.gaps = append(f.gaps, &gap{use: u, index: f.index})
	}
	for _, p := range of.others() {
		uses, err := f.usesOf(p)
		if err != nil {
			return err
		}
		for _, u := range uses {
			f.gaps = append(f.gaps, &gap{use: u, index: len(u.args)})
		}
	}
	return f.arrange()
}

// declaration returns the declaration of a predicate.
func (c *change) declaration(p *lang.Pred) *syntax.Signature {
	for _, d := range c.File.Decls {
		if s, ok := d.(*syntax.Signature); ok && s.Name.Span == p.Span {
			return s
		}
	}
	return nil
}

// said says in how many rules and contexts the argument is needed.
func (f *filling) said() string {
	bodies := make(map[string]string)
	for _, g := range f.groups {
		bodies[g.in.Path] = g.in.noun
	}
	return fmt.Sprintf("`%s` is used in %s. What stands there for the new `%s`?", f.decl.Name.Text, counted(bodies),
		f.of.Name)
}

// families returns the predicates that may get the argument together, the proposed ones first, and the rules in which
// nothing says what the facts of the one alone would be about.
func (f *filling) families() (all []family, lacking []*body) {
	p, ok := f.thing.(*lang.Pred)
	alone := family{preds: []*lang.Pred{p}}
	if !ok || p.Kind != lang.OfState {
		return []family{{}}, nil
	}
	lacking = f.lacking(alone.preds)
	if len(lacking) == 0 {
		return []family{alone}, nil
	}
	for _, q := range f.givers(lacking[0]) {
		x := family{preds: []*lang.Pred{p, q}}
		for len(x.preds) <= mostTogether {
			still := f.lacking(x.preds)
			if len(still) == 0 {
				x.uneven = f.uneven(x.preds)
				all = append(all, x)
				break
			}
			next := f.next(x.preds, still[0])
			if next == nil {
				break
			}
			x.preds = append(x.preds, next)
		}
	}
	slices.SortStableFunc(all, func(a, b family) int {
		return cmp.Or(a.uneven-b.uneven, len(a.preds)-len(b.preds))
	})
	all = slices.CompactFunc(all, func(a, b family) bool { return a.names() == b.names() })
	all = all[:min(len(all), mostFamilies)]
	if len(all) > 0 && all[0].uneven == 0 {
		return append(all, alone), lacking
	}
	return append([]family{alone}, all...), lacking
}

// lacking returns the rules that make facts of predicates, while nothing at their left says what the new argument is.
func (f *filling) lacking(preds []*lang.Pred) []*body {
	var order []*body
	makes, gives := make(map[string]bool), make(map[string]bool)
	for _, p := range preds {
		uses, _ := f.usesOf(p)
		for _, u := range uses {
			if u.in.kind != ruleBody {
				continue
			}
			if u.side == "l" {
				gives[u.in.Path] = true
			} else if !makes[u.in.Path] {
				makes[u.in.Path] = true
				order = append(order, u.in)
			}
		}
	}
	order = slices.DeleteFunc(order, func(b *body) bool { return gives[b.Path] || len(f.bound(b)) > 0 })
	slices.SortFunc(order, func(a, b *body) int { return a.Start.Offset - b.Start.Offset })
	return order
}

// usesOf returns the uses of a predicate, which are found once.
func (f *filling) usesOf(p *lang.Pred) ([]*use, error) {
	if uses, ok := f.known[p]; ok {
		return uses, nil
	}
	uses, err := f.change.uses(p)
	if err != nil {
		return nil, err
	}
	if f.known == nil {
		f.known = make(map[*lang.Pred][]*use)
	}
	f.known[p] = uses
	return uses, nil
}

// givers returns the predicates of the facts that a rule uses up. All their uses can be changed.
func (f *filling) givers(b *body) []*lang.Pred {
	var all []*lang.Pred
	for _, n := range b.Parts("l") {
		p := f.pred(predOf(n.Expr))
		if _, marked := n.Expr.(*syntax.Prefix); marked || p == nil || p.Kind != lang.OfState || slices.Contains(all, p) {
			continue
		}
		if _, err := f.usesOf(p); err == nil && f.declaration(p) != nil {
			all = append(all, p)
		}
	}
	return all
}

// next returns the predicate among the givers of a rule with which a family is the least uneven, or nil.
func (f *filling) next(preds []*lang.Pred, b *body) *lang.Pred {
	var best *lang.Pred
	least := 0
	for _, q := range f.givers(b) {
		if slices.Contains(preds, q) {
			continue
		}
		if n := f.uneven(append(slices.Clip(preds), q)); best == nil || n < least {
			best, least = q, n
		}
	}
	return best
}

// uneven counts the rules that make another number of facts of predicates than they use up.
func (f *filling) uneven(preds []*lang.Pred) int {
	made := make(map[string]int)
	for _, p := range preds {
		uses, _ := f.usesOf(p)
		for _, u := range uses {
			switch {
			case u.in.kind != ruleBody:
			case u.side == "r":
				made[u.in.Path]++
			case u.mark == "":
				made[u.in.Path]--
			}
		}
	}
	n := 0
	for _, m := range made {
		if m != 0 {
			n++
		}
	}
	return n
}

// alsoQuestion asks which other predicates get the argument.
func (f *filling) alsoQuestion(families []family, lacking []*body) Question {
	var rules []string
	for _, b := range lacking[:min(len(lacking), mostShown)] {
		rules = append(rules, b.name)
	}
	if more := len(lacking) - len(rules); more > 0 {
		rules = append(rules, fmt.Sprintf("%d more", more))
	}
	q := Question{ID: alsoID, Default: families[0].names(), Text: fmt.Sprintf(
		"In %s, nothing that is needed says which `%s` the new `%s` is about. Does another predicate get this argument, too?",
		english.List(rules), f.of.Name, f.decl.Name.Text)}
	for _, x := range families {
		label := "no: a constant stands there"
		if len(x.others()) > 0 {
			var names []string
			for _, p := range x.others() {
				names = append(names, p.Name)
			}
			label = "also " + english.List(names)
		}
		q.Options = append(q.Options, outline.Option{Kind: "predicate", Label: label, Term: x.names()})
	}
	return q
}
