package celf

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The oracle is Celf's forward step read aloud: for each rule, every assignment of terms to its variables, and every
// choice of resources for its premises. Facts of the signature are proved backward, with a search that tries all terms
// for the variables of a clause. It looks at the signature alone.

// naive is a signature with the terms that variables may stand for.
type naive struct {
	sig   *signature
	terms map[*family][]string
}

// resource is a fact or a rule in the state.
type resource struct {
	mode Mode
	text string // of the fact; of a rule its place and the values of its variables
	rule *rule
	vars map[string]string
}

// situation is a state: the linear and affine resources, and the persistent ones, each once.
type situation struct {
	loose []resource
	fixed map[string]resource
}

// newNaive returns the oracle for a run, with the terms of a type down to a depth.
func newNaive(sig *signature, r *run, depth int) *naive {
	n := &naive{sig, make(map[*family][]string)}
	for _, v := range r.params {
		n.terms[v.of] = append(n.terms[v.of], v.name.Text)
	}
	fresh := maps.Clone(n.terms)
	for range depth {
		next := make(map[*family][]string)
		for of, names := range fresh {
			next[of] = slices.Clone(names)
		}
		for _, c := range sig.constants {
			for _, args := range n.assignments(c.args) {
				next[c.result] = append(next[c.result], written(c.name.Text, args))
			}
		}
		n.terms = next
	}
	return n
}

// assignments returns all choices of a term of each type.
func (n *naive) assignments(types []*family) [][]string {
	out := [][]string{nil}
	for _, of := range types {
		var longer [][]string
		for _, shorter := range out {
			for _, term := range n.terms[of] {
				longer = append(longer, append(slices.Clip(shorter), term))
			}
		}
		out = longer
	}
	return out
}

// written returns a name with arguments.
func written(name string, args []string) string {
	for _, a := range args {
		if strings.Contains(a, " ") {
			a = "(" + a + ")"
		}
		name += " " + a
	}
	return name
}

// instance returns an atom or term with values for its variables.
func instance(x Expr, vars map[string]string) string {
	name, args := headOf(x)
	if value, ok := vars[name.Text]; ok && len(args) == 0 {
		return value
	}
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = instance(a, vars)
	}
	return written(name.Text, texts)
}

// each calls f with the variables around, and all values of some variables.
func (n *naive) each(vars []variable, around map[string]string, f func(map[string]string)) {
	types := make([]*family, len(vars))
	for i, v := range vars {
		types[i] = v.of
	}
	for _, values := range n.assignments(types) {
		all := maps.Clone(around)
		if all == nil {
			all = make(map[string]string)
		}
		for i, v := range vars {
			all[v.name.Text] = values[i]
		}
		f(all)
	}
}

// proves reports whether a fact is persistent or follows from the signature. A goal is not asked for within its own
// proof. The table holds the results that do not depend on it.
func (n *naive) proves(s *situation, goal string, within []string, table map[string]bool) bool {
	if known, ok := table[goal]; ok {
		return known
	}
	if _, ok := s.fixed[goal]; ok {
		return true
	}
	if slices.Contains(within, goal) {
		return false
	}
	within = append(slices.Clip(within), goal)
	found := false
	for _, c := range n.sig.clauses {
		head, _ := headOf(c.head)
		if name, _, _ := strings.Cut(goal, " "); name != head.Text || found {
			continue
		}
		n.each(c.vars, nil, func(vars map[string]string) {
			if found || instance(c.head, vars) != goal {
				return
			}
			for _, p := range c.premises {
				if !n.proves(s, instance(p, vars), within, table) {
					return
				}
			}
			found = true
		})
	}
	if found || len(within) == 1 {
		table[goal] = found
	}
	return found
}

// known returns the facts that follow from the signature alone, marked as persistent ones.
func (n *naive) known() map[string]bool {
	out := make(map[string]bool)
	s := &situation{fixed: make(map[string]resource)}
	table := make(map[string]bool)
	for _, f := range n.sig.families {
		if f.terms {
			continue
		}
		for _, args := range n.assignments(f.args) {
			if fact := written(f.name.Text, args); n.proves(s, fact, nil, table) {
				out["!"+fact] = true
			}
		}
	}
	return out
}

// successors returns the states after each transition.
func (n *naive) successors(s *situation) []*situation {
	var out []*situation
	table := make(map[string]bool)
	for _, r := range n.sig.rules {
		n.fire(s, r, nil, nil, table, &out)
	}
	for i, r := range s.loose {
		if r.rule != nil {
			n.fire(s, r.rule, r.vars, []int{i}, table, &out)
		}
	}
	for _, r := range s.fixed {
		if r.rule != nil {
			n.fire(s, r.rule, r.vars, nil, table, &out)
		}
	}
	return out
}

// fire appends the states after all transitions of a rule that use up some resources besides those of its premises.
func (n *naive) fire(s *situation, r *rule, around map[string]string, used []int, table map[string]bool,
	out *[]*situation) {
	needed := make(map[string]bool) // variables that no premise mentions have any value
	for _, p := range r.left {
		eachNameIn(p.atom, func(n *Name) { needed[n.Text] = true })
	}
	vars := slices.DeleteFunc(slices.Clone(r.vars), func(v variable) bool { return !needed[v.name.Text] })
	n.each(vars, around, func(values map[string]string) {
		for _, used := range n.choices(s, r.left, values, used, table) {
			*out = append(*out, after(s, r, values, used))
		}
	})
}

// choices returns all choices of resources that the premises use up, as indexes.
func (n *naive) choices(s *situation, premises []part, vars map[string]string, used []int,
	table map[string]bool) [][]int {
	if len(premises) == 0 {
		return [][]int{used}
	}
	p := premises[0]
	fact := instance(p.atom, vars)
	var out [][]int
	for i, r := range s.loose {
		if r.rule == nil && r.text == fact && !slices.Contains(used, i) &&
			(p.mode == Linear || p.mode == Affine && r.mode == Affine) {
			out = append(out, n.choices(s, premises[1:], vars, append(slices.Clip(used), i), table)...)
		}
	}
	if n.proves(s, fact, nil, table) {
		out = append(out, n.choices(s, premises[1:], vars, used, table)...)
	}
	return out
}

// after returns the state without resources that are used up, and with the results of a rule.
func after(s *situation, r *rule, vars map[string]string, used []int) *situation {
	next := &situation{fixed: maps.Clone(s.fixed)}
	for i, r := range s.loose {
		if !slices.Contains(used, i) {
			next.loose = append(next.loose, r)
		}
	}
	next.add(r.right, vars)
	return next
}

// add adds the resources that a state or a rule makes.
func (s *situation) add(parts []part, vars map[string]string) {
	for _, p := range parts {
		r := resource{mode: p.mode, rule: p.rule}
		if p.rule == nil {
			r.text = instance(p.atom, vars)
		} else {
			r.text, r.vars = closureText(p.rule, vars), vars
		}
		if p.mode == Persistent {
			s.fixed[r.text] = r
		} else {
			s.loose = append(s.loose, r)
		}
	}
}

// closureText returns the place of a rule in the state, and the values of the variables around it that it mentions, in
// the order in which it does.
func closureText(r *rule, vars map[string]string) string {
	own := make(map[string]bool)
	for _, v := range r.vars {
		own[v.name.Text] = true
	}
	text := fmt.Sprintf("rule@%d", r.Start.Offset)
	seen := make(map[string]bool)
	var values []string
	eachNameOf(r, func(n *Name) {
		if value, ok := vars[n.Text]; ok && !own[n.Text] && !seen[n.Text] {
			seen[n.Text] = true
			values = append(values, value)
		}
	})
	return written(text, values)
}

// start returns the first state of a run.
func start(r *run) *situation {
	s := &situation{fixed: make(map[string]resource)}
	s.add(r.state, nil)
	return s
}

// list returns the resources in a fixed order, without the marks of affine ones.
func (s *situation) list() []string {
	var all []string
	for _, r := range s.loose {
		all = append(all, r.text)
	}
	for _, r := range s.fixed {
		all = append(all, "!"+r.text)
	}
	slices.Sort(all)
	return all
}
