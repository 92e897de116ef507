package certify

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// induction checks that statements keep each other: whatever rule fires in a state in which all of them hold leads to
// one in which they hold. A rule is looked at in each case of which of its values are equal. A case is impossible if
// the facts that the rule needs would break one of the statements before; else the rule has to keep the statement.
type induction struct {
	prog      *lang.Program
	all       []*lang.Statement
	permanent map[*lang.Pred]bool         // whether facts of a predicate are permanent, where all are alike
	matters   map[*lang.Pred][]bool       // by argument: whether a statement tells its values apart
	constants map[*lang.Type][]lang.Value // that rules and statements name
}

// arg is a value in a case. Texts that begin with `~` are of values that are not told apart from others.
type arg struct {
	text string
	sum  map[string]int64 // of a number: how often it has each unknown, and 1, whose name is ""
}

// fact is a fact in a case.
type fact struct {
	pred      *lang.Pred
	args      []arg
	permanent bool
}

// scene are the facts of a case: before it, those that the rule uses up, those that it needs and keeps, and others
// that are there, of which some may be among these; and those that it makes.
type scene struct{ used, kept, others, made []fact }

// same says whether two texts are of equal values: yes, no or, where both are false, perhaps.
func same(a, b string) (yes, no bool) {
	return a == b, a != b && !strings.HasPrefix(a, "~") && !strings.HasPrefix(b, "~")
}

// keeps returns why a rule may not keep a statement; nil if it does.
func (k *induction) keeps(s *lang.Statement, r *lang.Rule) error {
	to := r.Stage
	if l := r.Link(); l != nil {
		to = l.To
	}
	if s.Stage != nil && s.Stage != to {
		return nil
	}
	if s.Stage != nil && s.Stage != r.Stage {
		return fmt.Errorf("%s enters the stage of %s", r.Label, s.Label)
	}
	v := make(map[lang.Variable]arg)
	for i := range r.Vars {
		name := fmt.Sprintf("~r%d", i)
		v[lang.Variable(i)] = arg{name, map[string]int64{name: 1}}
	}
	return k.cases(r, k.split(r), v, func(v map[lang.Variable]arg) error {
		if excluded(r.Premises, v) {
			return nil
		}
		var c scene
		var once []fact
		for _, p := range r.Premises {
			if f := k.fact(p.Atom, v); p.Kind.OnState() && p.Kind == lang.Consume && !f.permanent {
				c.used = append(c.used, f)
			} else if p.Kind.OnState() {
				c.kept = append(c.kept, f)
			}
		}
		for _, m := range r.Results {
			if f := k.fact(m.Atom, v); !m.Permanent {
				c.made = append(c.made, f)
			} else if !slices.ContainsFunc(once, f.equal) {
				if slices.ContainsFunc(once, f.mayEqual) {
					return fmt.Errorf("%s may make a permanent fact twice", r.Label)
				}
				once = append(once, f)
			}
		}
		for there := range 1 << len(once) { // which permanent facts are there before
			c := scene{used: c.used, kept: slices.Clone(c.kept), made: slices.Clone(c.made)}
			for i, f := range once {
				if there>>i&1 == 1 {
					c.kept = append(c.kept, f)
				} else {
					c.made = append(c.made, f)
				}
			}
			if k.impossible(r.Stage, &c) {
				continue
			}
			check := k.keepsSum
			if s.Kind == lang.Never {
				check = k.keepsNever
			}
			if err := check(s, r, &c); err != nil {
				return err
			}
		}
		return nil
	})
}

// split returns the variables of a rule whose values matter to a statement.
func (k *induction) split(r *lang.Rule) []lang.Variable {
	found := make(map[lang.Variable]bool)
	visit := func(a lang.Atom) {
		for i, t := range a.Args {
			if k.matters[a.Pred] != nil && k.matters[a.Pred][i] {
				lang.EachVariable(t, func(v lang.Variable) { found[v] = true })
			}
		}
	}
	for _, p := range r.Premises {
		if p.Kind.OnState() {
			visit(p.Atom)
		}
	}
	for _, m := range r.Results {
		visit(m.Atom)
	}
	return slices.Sorted(maps.Keys(found))
}

// cases calls f with each choice of values for some variables: constants that are named, or unknowns `?` that are
// neither these nor each other. All other variables may have any value.
func (k *induction) cases(r *lang.Rule, vars []lang.Variable, v map[lang.Variable]arg,
	f func(map[lang.Variable]arg) error) error {
	if len(vars) == 0 {
		return f(v)
	}
	of := r.Vars[vars[0]].Type
	hasArgs := func(c *lang.Constructor) bool { return len(c.Args) > 0 && !of.Counts() }
	if of.Texts || slices.ContainsFunc(of.Constructors, hasArgs) {
		return fmt.Errorf("%s has terms of the type %s", r.Label, of.Name)
	}
	choices := make(map[string]arg)
	for _, c := range k.constants[of] {
		choices[c.String()] = number(c)
	}
	for w, a := range v {
		if r.Vars[w].Type == of && !strings.HasPrefix(a.text, "~") {
			choices[a.text] = a
		}
	}
	unknown := fmt.Sprintf("?%d", vars[0])
	choices[unknown] = arg{unknown, map[string]int64{unknown: 1}}
	before := v[vars[0]]
	for _, text := range slices.Sorted(maps.Keys(choices)) {
		v[vars[0]] = choices[text]
		if err := k.cases(r, vars[1:], v, f); err != nil {
			return err
		}
	}
	v[vars[0]] = before
	return nil
}

// excluded reports whether a comparison of terms fails in a case.
func excluded(premises []lang.Premise, v map[lang.Variable]arg) bool {
	return slices.ContainsFunc(premises, func(p lang.Premise) bool {
		if p.Kind != lang.Compare {
			return false
		}
		yes, no := same(value(p.X, v).text, value(p.Y, v).text)
		return p.Op == lang.Same && no || p.Op == lang.Differs && yes
	})
}

// number returns a constant as the value that it is, and large numbers as unknowns.
func number(c lang.Value) arg {
	if n := c.Num.Int(); n < 1<<30 {
		return arg{c.String(), map[string]int64{"": n}}
	}
	return arg{c.String(), map[string]int64{c.String(): 1}}
}

// value returns the value of a term.
func value(t lang.Term, v map[lang.Variable]arg) arg {
	switch t := t.(type) {
	case lang.Variable:
		if a, ok := v[t]; ok {
			return a
		}
		name := fmt.Sprintf("~%d", t)
		return arg{name, map[string]int64{name: 1}}
	case *lang.Compound:
		if len(t.Args) == 0 {
			return arg{text: t.Con.Name}
		}
	case lang.Literal:
		return arg{text: lang.Value{Text: string(t)}.String()}
	case lang.Number:
		return number(lang.NumberValue(t.Of, t.Num))
	case *lang.Successor:
		return value(&lang.Calculation{Of: t.Of, Op: lang.Plus, X: t.Var, Y: lang.Number{Of: t.Of, Num: t.By}}, v)
	case *lang.Calculation:
		x, y, sign := value(t.X, v).sum, value(t.Y, v).sum, int64(1)
		if t.Op == lang.Minus {
			sign = -1
		}
		if t.Op == lang.Plus || t.Op == lang.Minus {
			sum := maps.Clone(x)
			for name, n := range y {
				sum[name] += sign * n
			}
			return arg{fmt.Sprintf("~%v", sum), sum}
		}
	}
	name := "~" + lang.TermText(t, func(w lang.Variable) string { return fmt.Sprint(value(w, v).text) })
	return arg{name, map[string]int64{name: 1}}
}

// fact returns an atom in a case.
func (k *induction) fact(a lang.Atom, v map[lang.Variable]arg) fact {
	f := fact{pred: a.Pred, permanent: k.permanent[a.Pred]}
	for _, t := range a.Args {
		f.args = append(f.args, value(t, v))
	}
	return f
}

func (f fact) equal(g fact) bool {
	return f.pred == g.pred && slices.EqualFunc(f.args, g.args, func(a, b arg) bool { return a.text == b.text })
}

// mayEqual reports whether two facts may be the same.
func (f fact) mayEqual(g fact) bool {
	return f.pred == g.pred && slices.EqualFunc(f.args, g.args, func(a, b arg) bool {
		_, no := same(a.text, b.text)
		return !no
	})
}

// match matches a pattern with a fact, given values of some variables, and returns the values of all of them. It is
// not sure where it depends on values that are not told apart.
func match(a lang.Atom, f fact, v map[lang.Variable]arg) (out map[lang.Variable]arg, matches, sure bool) {
	if a.Pred != f.pred {
		return nil, false, true
	}
	out, sure = maps.Clone(v), true
	for i, t := range a.Args {
		w, ok := t.(lang.Variable)
		if ok && out[w].text == "" {
			out[w] = f.args[i]
			continue
		}
		open := false
		lang.EachVariable(t, func(lang.Variable) { open = !ok })
		if open { // such as N + 1
			sure = false
			continue
		}
		yes, no := same(value(t, out).text, f.args[i].text)
		if no {
			return nil, false, true
		}
		sure = sure && yes
	}
	return out, true, sure
}

// keysOf returns the values of the free variables of an invariant for which a fact surely counts.
func keysOf(s *lang.Statement, facts []fact) []map[lang.Variable]arg {
	found := make(map[string]map[lang.Variable]arg)
	for _, c := range s.Sum {
		for _, f := range facts {
			v, matches, _ := match(c.Pattern, f, map[lang.Variable]arg{})
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
			v, matches, sure := match(n.Pattern, f, map[lang.Variable]arg{})
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
			if !sure || len(v) < s.Free || strings.Contains(key, "~") {
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
		w, matches, _ := match(p.Atom, f, v)
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
		if _, matches, sure := match(c.Pattern, f, key); matches && sure && (f.permanent || !c.Permanent) {
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
			return meets(s, 0, slices.Concat(c.used, c.kept), map[lang.Variable]arg{}) ||
				meets(s, 0, slices.Concat(c.used, c.others), map[lang.Variable]arg{})
		case s.Op == lang.MoreEq || slices.ContainsFunc(s.Sum, func(n lang.Count) bool { return n.Times < 0 }):
			return false
		}
		return slices.ContainsFunc(keysOf(s, there), func(key map[lang.Variable]arg) bool {
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
func meets(s *lang.Statement, i int, facts []fact, v map[lang.Variable]arg) bool {
	if i == len(s.Premises) {
		return true
	}
	switch p := s.Premises[i]; p.Kind {
	case lang.Prove:
		return false
	case lang.Compare: // when all facts are chosen
		yes, no := same(value(p.X, v).text, value(p.Y, v).text)
		return (p.Op == lang.Same && yes || p.Op == lang.Differs && no) && meets(s, i+1, facts, v)
	default:
		for at, f := range facts {
			w, matches, sure := match(p.Atom, f, v)
			rest := facts
			if !f.permanent {
				rest = slices.Delete(slices.Clone(facts), at, at+1)
			}
			if matches && sure && (f.permanent || p.Kind == lang.Keep) && meets(s, i+1, rest, w) {
				return true
			}
		}
		return false
	}
}

// newInduction returns the check that some statements keep each other. The error says what it cannot judge.
func newInduction(prog *lang.Program, start *lang.Start, all []*lang.Statement) (*induction, error) {
	k := &induction{prog: prog, all: all, permanent: make(map[*lang.Pred]bool), matters: make(map[*lang.Pred][]bool),
		constants: make(map[*lang.Type][]lang.Value)}
	linear := make(map[*lang.Pred]bool)
	makes := func(p *lang.Pred, permanent bool) {
		if permanent {
			k.permanent[p] = true
		} else {
			linear[p] = true
		}
	}
	for _, i := range start.Context.Facts {
		makes(i.Fact.Pred, i.Permanent)
	}
	for _, r := range prog.Rules() {
		for _, m := range r.Results {
			makes(m.Atom.Pred, m.Permanent)
			k.mention(m.Atom)
		}
		for _, p := range r.Premises {
			k.mention(p.Atom)
			k.name(p.X)
			k.name(p.Y)
		}
	}
	for _, s := range all {
		atoms := make([]lang.Atom, 0, len(s.Sum)+len(s.Premises))
		for _, n := range s.Sum {
			atoms = append(atoms, n.Pattern)
		}
		for _, p := range s.Premises {
			if p.Kind == lang.Prove && len(p.Atom.Pred.Reads()) > 0 {
				return nil, fmt.Errorf("%s asks clauses that read the state", s.Label)
			}
			if p.Kind.OnState() {
				atoms = append(atoms, p.Atom)
			}
			k.name(p.X)
			k.name(p.Y)
		}
		for _, a := range atoms {
			if k.permanent[a.Pred] && linear[a.Pred] {
				return nil, fmt.Errorf("facts of %s are permanent or not", a.Pred.Name)
			}
			k.mention(a)
			k.tell(s, a)
		}
	}
	return k, nil
}

// tell notes which arguments of a pattern tell values apart: all but variables that stand nowhere else.
func (k *induction) tell(s *lang.Statement, a lang.Atom) {
	if k.matters[a.Pred] == nil {
		k.matters[a.Pred] = make([]bool, len(a.Args))
	}
	times := make(map[lang.Variable]int)
	for _, n := range s.Sum {
		for _, t := range n.Pattern.Args {
			lang.EachVariable(t, func(v lang.Variable) { times[v]++ })
		}
	}
	for _, p := range s.Premises {
		for _, t := range slices.Concat([]lang.Term{p.X, p.Y}, p.Atom.Args) {
			lang.EachVariable(t, func(v lang.Variable) { times[v]++ })
		}
	}
	for i, t := range a.Args {
		v, ok := t.(lang.Variable)
		if k.permanent[a.Pred] || !ok || int(v) < s.Free || times[v] > 1 {
			k.matters[a.Pred][i] = true
		}
	}
}

// mention notes the constants of an atom.
func (k *induction) mention(a lang.Atom) {
	for _, t := range a.Args {
		k.name(t)
	}
}

// name notes the constants of a term.
func (k *induction) name(t lang.Term) {
	var v lang.Value
	of := (*lang.Type)(nil)
	switch t := t.(type) {
	case lang.Number:
		v, of = lang.NumberValue(t.Of, t.Num), t.Of
	case *lang.Compound:
		for _, a := range t.Args {
			k.name(a)
		}
		if len(t.Args) == 0 {
			v, of = lang.NewValue(t.Con, nil), t.Con.Result
		}
	}
	if of != nil && !slices.ContainsFunc(k.constants[of], v.Equal) {
		k.constants[of] = append(k.constants[of], v)
	}
}
