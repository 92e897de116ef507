package causal

import (
	"fmt"
	"slices"
)

// Meeting is an event in which two characters or more take part.
type Meeting struct {
	Event Event
	Who   []string // in the order of the cast
}

// Separation is the event after which the company of a meeting parts. Two characters of the
// meeting that are in events after its tied ones stay together if some event is next for both, or
// if both stay together with the same third character. An event is next for a character if it is
// in the thread's group after that of the meeting. The company separates if not all stay together.
type Separation struct {
	// After are the meetings: several where the same characters meet in events
	// that tie for each of them.
	After []Event
	// Ways groups the characters that go on by company, in the order of the cast.
	Ways [][]string
}

// Life is where a character comes from and goes to, as far as a run tells. The facts
// of a constant mention it; the facts of a predicate are its own.
type Life struct {
	Character string
	// Born lists the events that make the first facts of a character that the initial state does
	// not mention: the makers in the first group of the thread with a maker. It is empty for
	// characters of the initial state and for characters without facts.
	Born []Event
	// Died lists the events that consume the last facts of a character: the consumers in the last
	// group of the thread with a consumer, if only permanent facts of the character are left in
	// the end. Later events can still read permanent facts, as mourners do. It is empty for characters that
	// never had a fact that is not permanent, or have one in the end.
	Died []Event
}

// Meetings returns the meetings of threads, in order of firing.
func Meetings(threads []Thread) []Meeting {
	var out []Meeting
	for e, there := range stops(threads) {
		if len(there) < 2 {
			continue
		}
		m := Meeting{Event: Event(e)}
		for _, s := range there {
			m.Who = append(m.Who, threads[s.thread].Character)
		}
		out = append(out, m)
	}
	return out
}

// Separations returns the separations of threads, by the first meeting of each, in
// order of firing.
func Separations(threads []Thread) []Separation {
	p := &separator{threads: threads, stops: stops(threads), found: make(map[string]int)}
	for e, there := range p.stops {
		p.add(Event(e), there)
	}
	return p.out
}

// stop is a character in an event: the index of the thread, and of the event's
// group in it.
type stop struct{ thread, group int }

// stops returns for each event, up to the last of a thread, who is there, in the
// order of the threads.
func stops(threads []Thread) [][]stop {
	n := 0
	for _, t := range threads {
		if len(t.Events) > 0 {
			n = max(n, int(t.Events[len(t.Events)-1])+1)
		}
	}
	out := make([][]stop, n)
	for i, t := range threads {
		for k, group := range t.Groups {
			for _, e := range group {
				out[e] = append(out[e], stop{i, k})
			}
		}
	}
	return out
}

type separator struct {
	threads []Thread
	stops   [][]stop
	found   map[string]int // the number of the separation of a company, or -1
	out     []Separation
}

// add adds the separation after an event, if it is one. The same company at
// events that tie parts once.
func (p *separator) add(e Event, there []stop) {
	goers := slices.DeleteFunc(slices.Clone(there), func(s stop) bool { return p.next(s) == nil })
	if len(goers) < 2 {
		return
	}
	company := fmt.Sprint(goers)
	i, known := p.found[company]
	if !known {
		i = -1
		if ways := p.ways(goers); len(ways) > 1 {
			i = len(p.out)
			p.out = append(p.out, Separation{Ways: ways})
		}
		p.found[company] = i
	}
	if i >= 0 {
		p.out[i].After = append(p.out[i].After, e)
	}
}

// next returns the events that are next for a character, nil after the last.
func (p *separator) next(s stop) []Event {
	if groups := p.threads[s.thread].Groups; s.group+1 < len(groups) {
		return groups[s.group+1]
	}
	return nil
}

// ways divides the characters that go on from an event by company. The next events of two characters are known
// from either one, so the character with the most next events is skipped.
func (p *separator) ways(goers []stop) [][]string {
	company := make([]int, len(goers)) // by its first character
	most := 0
	for i, s := range goers {
		company[i] = i
		if len(p.next(s)) > len(p.next(goers[most])) {
			most = i
		}
	}
	for i := range goers {
		if i != most {
			p.join(company, goers, i)
		}
	}
	var ways [][]string
	way := make(map[int]int) // by company
	for i, s := range goers {
		if company[i] == i {
			way[i] = len(ways)
			ways = append(ways, nil)
		}
		k := way[company[i]]
		ways[k] = append(ways[k], p.threads[s.thread].Character)
	}
	return ways
}

// join joins the company of the i-th goer with all others that share one of its next events.
func (p *separator) join(company []int, goers []stop, i int) {
	for _, e := range p.next(goers[i]) {
		for _, s := range p.stops[e] {
			j, ok := slices.BinarySearchFunc(goers, s, func(a, b stop) int { return a.thread - b.thread })
			if !ok || goers[j].group+1 != s.group || company[i] == company[j] {
				continue
			}
			first, second := min(company[i], company[j]), max(company[i], company[j])
			for k, c := range company {
				if c == second {
					company[k] = first
				}
			}
		}
	}
}

// Lives returns the life of each character of the cast, given their threads.
func (g *Graph) Lives(cast Cast, threads []Thread) []Life {
	records := g.records(cast)
	lives := make([]Life, len(threads))
	for i, t := range threads {
		lives[i] = Life{Character: t.Character}
		r := &records[i]
		if !r.atStart {
			lives[i].Born = firstOf(t.Groups, r.makers)
		}
		if !r.atEnd {
			latest := slices.Clone(t.Groups)
			slices.Reverse(latest)
			lives[i].Died = firstOf(latest, r.users)
		}
	}
	return lives
}

// record is what becomes of the facts of a character.
type record struct {
	atStart, atEnd bool           // whether there is one; in the end, one that is not permanent
	makers, users  map[Event]bool // events that make one, or use one up
}

func (g *Graph) records(cast Cast) []record {
	records := make([]record, len(cast.Names))
	index := make(map[string]int, len(cast.Names))
	for i, name := range cast.Names {
		records[i] = record{makers: make(map[Event]bool), users: make(map[Event]bool)}
		index[name] = i
	}
	for i := range g.Resources {
		r := &g.Resources[i]
		for _, name := range cast.about(r) {
			if i, ok := index[name]; ok {
				records[i].add(r)
			}
		}
	}
	return records
}

// about returns the names in a fact that may be characters it is about.
func (c Cast) about(r *Resource) []string {
	if r.StageToken() {
		return nil
	}
	names := slices.DeleteFunc(collect(nil, r.Args), c.IsPredicate)
	if c.IsPredicate(r.Pred) {
		names = append(names, r.Pred)
	}
	return names
}

func (r *record) add(fact *Resource) {
	if fact.Producer == Outside {
		r.atStart = true
	} else {
		r.makers[fact.Producer] = true
	}
	if fact.Consumer != Outside {
		r.users[fact.Consumer] = true
	} else if !fact.Persistent {
		r.atEnd = true
	}
}

// firstOf returns the events of the first group that has some of a set.
func firstOf(groups [][]Event, set map[Event]bool) []Event {
	for _, group := range groups {
		var in []Event
		for _, e := range group {
			if set[e] {
				in = append(in, e)
			}
		}
		if in != nil {
			return in
		}
	}
	return nil
}
