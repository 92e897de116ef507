package lang

import "github.com/ceptre-graph/ceptre/lang/syntax"

// lintTwice warns of the premises of a rule that ask for one more of a fact than there ever are.
func (c *checker) lintTwice(r *Rule, k *copies) {
	for i, p := range r.Premises {
		if !p.Kind.OnState() || c.permanent[p.Atom.Pred] {
			continue
		}
		var before []Premise
		for _, q := range r.Premises[:i] {
			if q.Kind.OnState() && q.Atom.Equal(p.Atom) {
				before = append(before, q)
			}
		}
		if len(before) == 0 {
			continue
		}
		switch most := k.most(p.Atom.Pred); {
		case most == 0 || most > len(before):
		case most == 1:
			e := c.warnf(syntax.AsksTwice, p.Span, "rule `%s` takes this fact twice, but there are never two of it", r.Name)
			note(e, before[0].Span, "it is taken here, too; one of the two is enough")
		case most == len(before): // of more premises, this is the first too many
			n := len(before) + 1
			e := c.warnf(syntax.AsksTwice, p.Span, "rule `%s` takes this fact %d times, but there are never more than %d of it",
				r.Name, n, most)
			note(e, before[0].Span, "the first of them is taken here")
		}
	}
}

// copies tells how many equal facts of a predicate there are at most.
type copies struct {
	starts map[*Pred][][]Fact // those of each context that has some
	makers map[*Pred][]*Rule
	known  map[*Pred]int // answers of most
}

func newCopies(p *Program) *copies {
	k := &copies{make(map[*Pred][][]Fact), make(map[*Pred][]*Rule), make(map[*Pred]int)}
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

// most returns how many equal facts of a predicate there are at most; 0 where that is not certain.
// It is certain where one of the arguments is a key: for each fact that a rule makes, it uses one up
// that has the same key, so that there are never more facts with a key than in a context at the
// start. A predicate without arguments is its own key.
func (k *copies) most(pred *Pred) int {
	fewest, known := k.known[pred]
	for key := 0; !known && key < max(len(pred.Args), 1); key++ {
		if !k.stays(pred, key) {
			continue
		}
		if n := k.startsWith(pred, key); fewest == 0 || n < fewest {
			fewest = n
		}
	}
	k.known[pred] = fewest
	return fewest
}

// startsWith returns how many facts with one key a context has at most, and at least 1.
func (k *copies) startsWith(pred *Pred, key int) int {
	most := 1
	for _, facts := range k.starts[pred] {
		seen := make(map[string]int)
		for _, f := range facts {
			value := ""
			if len(f.Args) > 0 {
				value = f.Args[key].String()
			}
			seen[value]++
			most = max(most, seen[value])
		}
	}
	return most
}

// stays reports whether no rule makes there be more facts with a key.
func (k *copies) stays(pred *Pred, key int) bool {
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
