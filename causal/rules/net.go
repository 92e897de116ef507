package rules

import "slices"

// Net is a run or a program as a Petri net: its places hold facts of a kind; its transitions are
// rules, which move facts between places. Facts that are only read have arcs of their own
// (Montanari and Rossi, "Contextual nets", Acta Informatica 32, 1995). It has one arc for a rule
// and a kind where a [Graph] has one for each two rules. Stage tokens do not count.
type Net struct {
	Places      []Place
	Transitions []Transition
}

// Place is a kind of facts.
type Place struct {
	Kind      string
	Permanent bool
	// First and Last are how many there were before the run and after it; 0 in nets of
	// programs.
	First, Last int
	// Sums are what the quantities in its facts are together, before the run and after it; none
	// in nets of programs.
	Sums []Sum
}

// Sum is what a quantity of all facts of a kind is together, see [kinds.Table.OfQuantity].
type Sum struct {
	Quantity    string
	First, Last int
}

// String returns the kind, with ! before a permanent one.
func (p Place) String() string { return Change{Kind: p.Kind, Permanent: p.Permanent}.Fact() }

// Transition is a rule, or rules that do much the same, see [Net.Group].
type Transition struct {
	Rules []Node
	Flows []Flow // by place
}

// Flow says what the firings of a transition do to the facts of a place. In nets of
// programs, in which nothing has fired, each rule counts as if it had once.
type Flow struct {
	Place              int // index of Net.Places
	Uses, Reads, Makes Amount
	// Changes are the changes of quantities in the facts of the place.
	Changes []Change
}

// Amount is how many facts pass in a firing, at the least and at the most, and in all.
type Amount struct{ Least, Most, Sum int }

// Some reports whether any can pass.
func (a Amount) Some() bool { return a.Most > 0 }

// Exact reports whether as many pass in each firing.
func (a Amount) Exact() bool { return a.Least == a.Most }

// with returns what either of two passes.
func (a Amount) with(b Amount) Amount {
	return Amount{min(a.Least, b.Least), max(a.Most, b.Most), a.Sum + b.Sum}
}

// ways returns in which of the three ways facts pass.
func (f Flow) ways() [3]bool { return [3]bool{f.Uses.Some(), f.Reads.Some(), f.Makes.Some()} }

// Reading reports whether facts are only read.
func (f Flow) Reading() bool { return !f.Uses.Some() && !f.Makes.Some() }

// with returns what either of two flows from and to the same place does.
func (f Flow) with(g Flow) Flow {
	return Flow{f.Place, f.Uses.with(g.Uses), f.Reads.with(g.Reads), f.Makes.with(g.Makes), either(f.Changes, g.Changes)}
}

// either returns what either of two rules changes. A quantity that one does not change stays as it
// is.
func either(a, b []Change) (out []Change) {
	for _, c := range a {
		d := changeIn(b, c)
		c.Least, c.Most = min(c.Least, d.Least), max(c.Most, d.Most)
		out = append(out, c)
	}
	for _, d := range b {
		if c := changeIn(a, d); c.Least == 0 && c.Most == 0 {
			d.Least, d.Most = min(d.Least, 0), max(d.Most, 0)
			out = append(out, d)
		}
	}
	return out
}

// changeIn returns the change of the same facts as another, which is none where it does not stand
// there.
func changeIn(all []Change, like Change) Change {
	for _, c := range all {
		if c.counted() == like.counted() {
			return c
		}
	}
	return like.counted()
}

// Active returns the net without the places that no transition consumes from or adds to: places
// that are only read do not relate rules.
func (n *Net) Active() *Net {
	moved := make([]bool, len(n.Places))
	for _, t := range n.Transitions {
		for _, f := range t.Flows {
			moved[f.Place] = moved[f.Place] || !f.Reading()
		}
	}
	return n.Only(func(f Flow) bool { return moved[f.Place] })
}

// Only returns the net with some of its flows, and the places that these lead from or to.
func (n *Net) Only(keep func(Flow) bool) *Net {
	out := &Net{}
	index := make(map[int]int)
	for _, t := range n.Transitions {
		t.Flows = slices.DeleteFunc(slices.Clone(t.Flows), func(f Flow) bool { return !keep(f) })
		for _, f := range t.Flows {
			index[f.Place] = 0
		}
		out.Transitions = append(out.Transitions, t)
	}
	for i, p := range n.Places {
		if _, there := index[i]; there {
			index[i] = len(out.Places)
			out.Places = append(out.Places, p)
		}
	}
	for _, t := range out.Transitions {
		for i := range t.Flows {
			t.Flows[i].Place = index[t.Flows[i].Place]
		}
	}
	return out
}

// Part returns the net with some of its transitions, by their indexes, and their places.
func (n *Net) Part(transitions []int) *Net {
	part := &Net{Places: n.Places}
	for _, i := range transitions {
		part.Transitions = append(part.Transitions, n.Transitions[i])
	}
	return part.Only(func(Flow) bool { return true })
}

// Group returns the net with one transition for all rules that are of one stage and use,
// read and make facts of the same places, however many of each.
func (n *Net) Group() *Net {
	out := &Net{Places: n.Places}
	for _, t := range n.Transitions {
		i := slices.IndexFunc(out.Transitions, t.alike)
		if i < 0 {
			t.Rules, t.Flows = slices.Clone(t.Rules), slices.Clone(t.Flows)
			out.Transitions = append(out.Transitions, t)
			continue
		}
		group := &out.Transitions[i]
		group.Rules = append(group.Rules, t.Rules...)
		for k, f := range t.Flows {
			group.Flows[k] = group.Flows[k].with(f)
		}
	}
	return out
}

// alike reports whether two transitions are one in [Net.Group]. Those that do nothing have
// nothing in common but that.
func (t Transition) alike(u Transition) bool {
	return len(t.Flows) > 0 && t.Rules[0].Stage == u.Rules[0].Stage &&
		slices.EqualFunc(t.Flows, u.Flows, func(a, b Flow) bool { return a.Place == b.Place && a.ways() == b.ways() })
}

// Flows returns how many flows there are.
func (n *Net) Flows() int {
	total := 0
	for _, t := range n.Transitions {
		total += len(t.Flows)
	}
	return total
}

// Count returns how often the rules of a transition have fired.
func (t Transition) Count() int {
	total := 0
	for _, r := range t.Rules {
		total += r.Count
	}
	return total
}
