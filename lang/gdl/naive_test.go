package gdl

import (
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// facts are ground atoms by predicate, and by their text.
type facts map[logic.Predicate]map[string][]logic.Term

func (f facts) add(a logic.Predicate, args []logic.Term) bool {
	key := (&logic.Compound{Name: a.Name, Args: args}).String()
	if _, ok := f[a][key]; ok {
		return false
	}
	if f[a] == nil {
		f[a] = make(map[string][]logic.Term)
	}
	f[a][key] = args
	return true
}

// list returns the last arguments of the atoms of a predicate whose other arguments are as given, sorted by text.
func (f facts) list(p logic.Predicate, first ...string) []string {
	out := []string{}
	for _, args := range f[p] {
		ok := true
		for i, want := range first {
			ok = ok && args[i].String() == want
		}
		if ok {
			out = append(out, args[len(args)-1].String())
		}
	}
	slices.Sort(out)
	return out
}

type values map[string]logic.Term

// naive returns the model of a stratified program with facts. It is the oracle: each component in turn, all rules
// over and over until none derives anything new.
func naive(p *logic.Program, given facts) facts {
	model := make(facts)
	for p, atoms := range given {
		model[p] = maps.Clone(atoms)
	}
	for _, c := range logic.Components(p.Rules) {
		for changed := true; changed; {
			changed = false
			for _, r := range c.Rules {
				head := r.Head.(*logic.Atom)
				var found [][]logic.Term
				model.match(r.Body, values{}, func(v values) { found = append(found, ground(head.Args, v)) })
				for _, args := range found {
					changed = model.add(head.Predicate(), args) || changed
				}
			}
		}
	}
	return model
}

// match calls found for each way in which the literals hold. Negative ones wait for those that give them values.
func (f facts) match(body []logic.Literal, v values, found func(values)) {
	if len(body) == 0 {
		found(v)
		return
	}
	at := slices.IndexFunc(body, func(l logic.Literal) bool {
		a, ok := l.(*logic.AtomLiteral)
		return ok && a.Negations == 0
	})
	if at < 0 {
		at = max(0, slices.IndexFunc(body, func(l logic.Literal) bool {
			c, ok := l.(*logic.Comparison)
			return ok && c.Op == logic.Equal && (isGround(c.Left, v) || isGround(c.Right, v))
		}))
	}
	rest := slices.Concat(body[:at], body[at+1:])
	switch l := body[at].(type) {
	case *logic.AtomLiteral:
		if l.Negations > 0 {
			key := (&logic.Compound{Name: l.Name, Args: ground(l.Args, v)}).String()
			if _, holds := f[l.Predicate()][key]; !holds {
				f.match(rest, v, found)
			}
			return
		}
		for _, args := range f[l.Predicate()] {
			w := maps.Clone(v)
			if unify(l.Args, args, w) {
				f.match(rest, w, found)
			}
		}
	case *logic.Comparison:
		left, right := l.Left, l.Right
		if !isGround(right, v) {
			left, right = right, left
		}
		w := maps.Clone(v)
		if unify([]logic.Term{left}, ground([]logic.Term{right}, v), w) == (l.Op == logic.Equal) {
			f.match(rest, w, found)
		}
	default:
		panic("no such literal")
	}
}

// unify gives values to the variables of terms so that they are equal to ground ones, and reports whether it can.
func unify(terms, to []logic.Term, v values) bool {
	for i, t := range terms {
		switch t := t.(type) {
		case *logic.Variable:
			if old := v[t.Name]; old != nil && old.String() != to[i].String() {
				return false
			}
			v[t.Name] = to[i]
		case *logic.Compound:
			c := to[i].(*logic.Compound)
			if c.Name != t.Name || len(c.Args) != len(t.Args) || !unify(t.Args, c.Args, v) {
				return false
			}
		}
	}
	return true
}

func ground(terms []logic.Term, v values) []logic.Term {
	out := make([]logic.Term, len(terms))
	for i, t := range terms {
		switch t := t.(type) {
		case *logic.Variable:
			if out[i] = v[t.Name]; out[i] == nil {
				panic("unbound " + t.Name)
			}
		case *logic.Compound:
			out[i] = &logic.Compound{Name: t.Name, Args: ground(t.Args, v)}
		}
	}
	return out
}

func isGround(t logic.Term, v values) bool {
	if x, ok := t.(*logic.Variable); ok {
		return v[x.Name] != nil
	}
	return !slices.ContainsFunc(t.(*logic.Compound).Args, func(a logic.Term) bool { return !isGround(a, v) })
}

// state is what a game says of a state.
type state struct {
	True     []string
	Legal    map[string][]string // by role
	Terminal bool
	Goals    []string // `role,value`
	Conflict []string // fields with two values
}

// play returns the states of a match. The moves are those of the turns, one a role, in either notation.
func play(g *Game, turns ...string) []state {
	now := make(facts)
	init := naive(g.Program, now)
	for _, args := range init[Init] {
		now.add(True, args)
	}
	states := []state{look(g, now, init)}
	for _, line := range turns {
		record, errs := g.ParseRecord(&syntax.Source{Name: "moves", Text: []byte(line)})
		if errs != nil {
			panic(errs)
		}
		for i, move := range record[0].Moves {
			now.add(Does, []logic.Term{&logic.Compound{Name: g.Roles[i]}, move})
		}
		after := naive(g.Program, now)
		now = make(facts)
		for _, args := range after[Next] {
			now.add(True, args)
		}
		states = append(states, look(g, now, after))
	}
	return states
}

// look returns a state; before is the model that led to it.
func look(g *Game, now, before facts) state {
	m := naive(g.Program, now)
	s := state{True: now.list(True), Legal: make(map[string][]string), Terminal: len(m[Terminal]) > 0, Goals: []string{}}
	for _, r := range g.Roles {
		if moves := m.list(Legal, r); len(moves) > 0 {
			s.Legal[r] = moves
		}
		for _, value := range m.list(Goal, r) {
			s.Goals = append(s.Goals, r+","+value)
		}
	}
	slices.Sort(s.Goals)
	if g.Conflict.Name != "" {
		s.Conflict = before.list(g.Conflict)
	}
	return s
}

// String returns a line for the facts, the moves of each role, and the goals.
func (s state) String() string {
	out := "true " + strings.Join(s.True, " ") + "\n"
	for _, r := range slices.Sorted(maps.Keys(s.Legal)) {
		out += "  " + r + ": " + strings.Join(s.Legal[r], " ") + "\n"
	}
	if s.Terminal {
		out += "  terminal\n"
	}
	if len(s.Goals) > 0 {
		out += "  goals " + strings.Join(s.Goals, " ") + "\n"
	}
	if len(s.Conflict) > 0 {
		out += "  conflict " + strings.Join(s.Conflict, " ") + "\n"
	}
	return out
}
