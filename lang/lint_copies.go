package lang

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// lintCopies warns of rules that take two equal facts where there is never more than one.
func (c *checker) lintCopies() {
	k := newCopies(c.prog)
	for _, r := range c.prog.Rules() {
		c.lintTwice(r, k)
	}
}

// lintTwice warns of the premises of a rule that ask for a fact a second time, where there is
// never more than one of it.
func (c *checker) lintTwice(r *Rule, k *copies) {
	for i, p := range r.Premises {
		if !p.Kind.OnState() {
			continue
		}
		at := slices.IndexFunc(r.Premises[:i], func(before Premise) bool {
			return before.Kind.OnState() && before.Atom.Equal(p.Atom)
		})
		if at >= 0 && !c.permanent[p.Atom.Pred] && k.isSingle(p.Atom.Pred) {
			e := c.warnf(syntax.AsksTwice, p.Span, "rule `%s` takes two of this fact, and there never are two", r.Name)
			note(e, r.Premises[at].Span, "it is taken here, too; one of the two is enough")
		}
	}
}

// copies tells of which predicates there never are two equal facts.
type copies struct {
	starts map[*Pred][][]Fact // those of each context that has some
	makers map[*Pred][]*Rule
	single map[*Pred]bool // of the predicates that were asked for
}

func newCopies(p *Program) *copies {
	k := &copies{make(map[*Pred][][]Fact), make(map[*Pred][]*Rule), make(map[*Pred]bool)}
	for _, ctx := range p.Contexts {
		k.start(ctx)
	}
	for _, t := range p.Traces {
		k.start(t.Context)
	}
	for _, r := range p.Rules() {
		for _, result := range r.Results {
			pred := result.Atom.Pred
			if all := k.makers[pred]; len(all) == 0 || all[len(all)-1] != r {
				k.makers[pred] = append(all, r)
			}
		}
	}
	return k
}

// start enters the facts of a context.
func (k *copies) start(ctx *Context) {
	facts := make(map[*Pred][]Fact)
	for _, f := range ctx.Facts {
		facts[f.Fact.Pred] = append(facts[f.Fact.Pred], f.Fact)
	}
	for pred, fs := range facts {
		k.starts[pred] = append(k.starts[pred], fs)
	}
}

// isSingle reports whether it is certain that there never are two equal facts of a predicate: one
// of its arguments is a key, of which no context has a value twice, and for each fact that a rule
// makes, it uses one up that has the same key. A predicate without arguments is its own key.
func (k *copies) isSingle(pred *Pred) bool {
	single, known := k.single[pred]
	for key := 0; !known && !single && key < max(len(pred.Args), 1); key++ {
		single = k.startsSingle(pred, key) && k.staysSingle(pred, key)
	}
	k.single[pred] = single
	return single
}

func (k *copies) startsSingle(pred *Pred, key int) bool {
	for _, facts := range k.starts[pred] {
		seen := make(map[string]bool)
		for _, f := range facts {
			value := ""
			if len(f.Args) > 0 {
				value = f.Args[key].String()
			}
			if seen[value] {
				return false
			}
			seen[value] = true
		}
	}
	return true
}

func (k *copies) staysSingle(pred *Pred, key int) bool {
	for _, r := range k.makers[pred] {
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
