package certify

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// keysOf returns the values of the free variables of an invariant for which a fact may count.
func (k *induction) keysOf(s *lang.Statement, facts []fact) []map[lang.Variable]arg {
	found := make(map[string]map[lang.Variable]arg)
	for _, c := range s.Sum {
		for _, f := range facts {
			v, matches, _ := k.match(c.Pattern, f, map[lang.Variable]arg{})
			if !matches {
				continue
			}
			maps.DeleteFunc(v, func(w lang.Variable, _ arg) bool { return int(w) >= s.Free })
			if len(v) == s.Free {
				found[fmt.Sprint(v)] = v
			}
		}
	}
	return slices.Collect(maps.Values(found))
}

// keepsSum returns why a rule may change the sum of an invariant in the wrong way in a case; nil if it does not.
func (k *induction) keepsSum(s *lang.Statement, r *lang.Rule, c *scene) error {
	changes := make(map[string]map[string]int64) // by values of the free variables
	for _, n := range s.Sum {
		for i, f := range slices.Concat(c.made, c.used) {
			v, matches, sure := k.match(n.Pattern, f, map[lang.Variable]arg{})
			if !matches || n.Permanent && !f.permanent {
				continue
			}
			adds, times := map[string]int64{"": 1}, n.Times
			if n.Of >= 0 {
				adds = v[n.Of].sum
			}
			if i >= len(c.made) {
				times = -times
			}
			maps.DeleteFunc(v, func(w lang.Variable, _ arg) bool { return int(w) >= s.Free })
			key := fmt.Sprint(v)
			falls := times < 0
			switch {
			case len(v) == s.Free && !strings.Contains(key, "~") && (sure || s.Op == lang.LessEq && !falls ||
				s.Op == lang.MoreEq && falls):
			case len(v) == s.Free && !strings.Contains(key, "~") && s.Op != lang.Same:
				continue // at the worst, it does not count
			default:
				return fmt.Errorf("%s: it is not clear what counts in %s", r.Label, s.Label)
			}
			if changes[key] == nil {
				changes[key] = make(map[string]int64)
			}
			for name, by := range adds {
				changes[key][name] += times * by
			}
		}
	}
	for _, change := range changes {
		for _, by := range change {
			if by > 0 && s.Op != lang.MoreEq || by < 0 && s.Op != lang.LessEq {
				return fmt.Errorf("%s may change the sum of %s", r.Label, s.Label)
			}
		}
	}
	return nil
}

// keepsNever returns why a rule may make facts that are together with others against a `#never`; nil if it does not.
func (k *induction) keepsNever(s *lang.Statement, r *lang.Rule, c *scene) error {
	return k.together(s, r, c, 0, map[lang.Variable]arg{}, make([]bool, len(c.made)), nil)
}

// together goes through the ways to meet the premises of a `#never` from one on by facts that are made, of which some
// are chosen already, and by other premises that facts from before meet.
func (k *induction) together(s *lang.Statement, r *lang.Rule, c *scene, i int, v map[lang.Variable]arg, chosen []bool,
	old []lang.Atom) error {
	if i == len(s.Premises) {
		if !slices.Contains(chosen, true) || excluded(s.Premises, v) {
			return nil // it was so before, when the statement held; or it is not forbidden
		}
		before := scene{used: c.used, kept: c.kept}
		for _, a := range old {
			f := fact{pred: a.Pred, permanent: k.permanent[a.Pred]}
			for _, t := range a.Args {
				x := value(t, v)
				if w, ok := t.(lang.Variable); ok && v[w].text == "" {
					x = arg{text: fmt.Sprintf("~ %d", w)}
				}
				f.args = append(f.args, x)
			}
			before.others = append(before.others, f)
		}
		if k.impossible(r.Stage, &before) {
			return nil
		}
		return fmt.Errorf("%s may lead to what %s forbids", r.Label, s.Label)
	}
	p := s.Premises[i]
	if !p.Kind.OnState() {
		return k.together(s, r, c, i+1, v, chosen, old)
	}
	for at, f := range c.made {
		w, matches, _ := k.match(p.Atom, f, v)
		if !matches || chosen[at] && !f.permanent || p.Kind == lang.Permanent && !f.permanent {
			continue
		}
		with := slices.Clone(chosen)
		with[at] = true
		if err := k.together(s, r, c, i+1, w, with, old); err != nil {
			return err
		}
	}
	if p.Kind == lang.Permanent && !k.permanent[p.Atom.Pred] {
		return nil
	}
	return k.together(s, r, c, i+1, v, chosen, append(slices.Clip(old), p.Atom))
}

// count returns how many facts surely count for a pattern. Permanent facts that may be one count once.
func (k *induction) count(c lang.Count, facts []fact, key map[lang.Variable]arg) int64 {
	n := int64(0)
	for _, f := range facts {
		if _, matches, sure := k.match(c.Pattern, f, key); matches && sure && (f.permanent || !c.Permanent) {
			n++
		}
	}
	if k.permanent[c.Pattern.Pred] {
		n = min(n, 1)
	}
	return n
}

// impossible reports whether the facts of a scene before a rule of a stage fires would break a statement there.
func (k *induction) impossible(stage *lang.Stage, c *scene) bool {
	there := slices.Concat(c.used, c.kept, c.others)
	return slices.ContainsFunc(k.all, func(s *lang.Statement) bool {
		switch {
		case s.Stage != nil && s.Stage != stage:
			return false
		case s.Kind == lang.Never:
			return k.meets(s, 0, slices.Concat(c.used, c.kept), map[lang.Variable]arg{}) ||
				k.meets(s, 0, slices.Concat(c.used, c.others), map[lang.Variable]arg{})
		case s.Op == lang.MoreEq || slices.ContainsFunc(s.Sum, func(n lang.Count) bool { return n.Times < 0 }):
			return false
		}
		return slices.ContainsFunc(k.keysOf(s, there), func(key map[lang.Variable]arg) bool {
			sum := int64(0)
			for _, n := range s.Sum {
				if n.Of < 0 {
					sum += n.Times * (k.count(n, c.used, key) + max(k.count(n, c.kept, key), k.count(n, c.others, key)))
				}
			}
			return sum > s.Bound
		})
	})
}

// meets reports whether facts surely meet the premises of a `#never` from one on.
func (k *induction) meets(s *lang.Statement, i int, facts []fact, v map[lang.Variable]arg) bool {
	if i == len(s.Premises) {
		return true
	}
	switch p := s.Premises[i]; p.Kind {
	case lang.Prove:
		return false
	case lang.Compare: // when all facts are chosen
		yes, no := same(value(p.X, v).text, value(p.Y, v).text)
		return (p.Op == lang.Same && yes || p.Op == lang.Differs && no) && k.meets(s, i+1, facts, v)
	default:
		for at, f := range facts {
			w, matches, sure := k.match(p.Atom, f, v)
			rest := facts
			if !f.permanent {
				rest = slices.Delete(slices.Clone(facts), at, at+1)
			}
			if matches && sure && (f.permanent || p.Kind == lang.Keep) && k.meets(s, i+1, rest, w) {
				return true
			}
		}
		return false
	}
}
