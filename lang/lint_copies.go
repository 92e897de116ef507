package lang

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// lintCopies warns of rules that take two equal facts where there is never more than one.
func (c *checker) lintCopies() {
	single := make(map[*Pred]bool) // of the predicates that were asked for
	for _, r := range c.prog.Rules() {
		c.lintTwice(r, single)
	}
}

// lintTwice warns of the premises of a rule that ask for a fact a second time, where there is
// never more than one of it. Whether that is so takes a look at the whole program, and is kept in
// single, as few predicates are asked for twice.
func (c *checker) lintTwice(r *Rule, single map[*Pred]bool) {
	for i, p := range r.Premises {
		if !p.Kind.OnState() {
			continue
		}
		at := slices.IndexFunc(r.Premises[:i], func(before Premise) bool {
			return before.Kind.OnState() && before.Atom.Equal(p.Atom)
		})
		if at < 0 {
			continue
		}
		pred := p.Atom.Pred
		if _, known := single[pred]; !known {
			single[pred] = !c.permanent[pred] && c.prog.isSingle(pred)
		}
		if single[pred] {
			e := c.warnf(syntax.AsksTwice, p.Span, "rule `%s` takes two of this fact, and there never are two", r.Name)
			note(e, r.Premises[at].Span, "it is taken here, too; one of both is enough")
		}
	}
}

// isSingle reports whether it is certain that there never are two equal facts of a predicate: one
// of its arguments is a key, of which no context has a value twice, and for each fact that a rule
// makes, it uses one up that has the same key. A predicate without arguments is its own key.
func (p *Program) isSingle(pred *Pred) bool {
	for key := range max(len(pred.Args), 1) {
		if p.startsSingle(pred, key) && p.staysSingle(pred, key) {
			return true
		}
	}
	return false
}

func (p *Program) startsSingle(pred *Pred, key int) bool {
	contexts := p.Contexts
	for _, t := range p.Traces {
		contexts = append(contexts[:len(contexts):len(contexts)], t.Context)
	}
	for _, ctx := range contexts {
		seen := make(map[string]bool)
		for _, f := range ctx.Facts {
			if f.Fact.Pred != pred {
				continue
			}
			value := ""
			if len(f.Fact.Args) > 0 {
				value = f.Fact.Args[key].String()
			}
			if seen[value] {
				return false
			}
			seen[value] = true
		}
	}
	return true
}

func (p *Program) staysSingle(pred *Pred, key int) bool {
	for _, r := range p.Rules() {
		used := make([]bool, len(r.Premises))
		for _, result := range r.Results {
			if result.Atom.Pred == pred && !usesKey(r, result.Atom, key, used) {
				return false
			}
		}
	}
	return true
}

// usesKey reports whether a rule uses up a fact with the key of one that it makes, other than
// those that are marked, and marks it.
func usesKey(r *Rule, made Atom, key int, used []bool) bool {
	for i, p := range r.Premises {
		if p.Kind != Consume || p.Atom.Pred != made.Pred || used[i] {
			continue
		}
		if len(made.Args) == 0 || EqualTerms(p.Atom.Args[key], made.Args[key]) {
			used[i] = true
			return true
		}
	}
	return false
}
