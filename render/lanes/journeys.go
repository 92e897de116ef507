package lanes

import (
	"cmp"
	"slices"
	"strconv"
)

// visit is where a character is before and after an event.
type visit struct{ before, after int }

// place returns the index of a place.
func (s *story) place(key, name string) int {
	i, known := s.index[key]
	if !known {
		i = len(s.places)
		s.index[key] = i
		s.places = append(s.places, place{name: name, company: name == ""})
	}
	return i
}

func (s *story) known(name string) int { return s.place("at "+name, name) }

func (s *story) home(who int) int { return s.place("home "+strconv.Itoa(who), "") }

// origin is where a character is at the beginning.
func (s *story) origin(who int) int {
	if s.Cast[who].Start != "" {
		return s.known(s.Cast[who].Start)
	}
	return s.home(who)
}

// journeys finds out where everybody is before and after each stop.
func (s *story) journeys() {
	at := make([]int, len(s.Cast))
	s.visits, s.nth = make([][]visit, len(s.Cast)), make([][]int, len(s.Nodes))
	for i := range s.Cast {
		at[i] = s.origin(i)
		s.visits[i] = make([]visit, 0, len(s.lives[i].stops))
	}
	for _, event := range s.order {
		host := -1
		for _, i := range s.who[event] {
			if host < 0 {
				host = at[i]
			}
			v := s.visit(event, i, at[i], host)
			s.nth[event] = append(s.nth[event], len(s.visits[i]))
			s.visits[i] = append(s.visits[i], v)
			at[i] = v.after
		}
	}
	if slices.ContainsFunc(s.places, func(p place) bool { return !p.company }) {
		for i := range s.places {
			if p := &s.places[i]; p.company {
				p.name = cmp.Or(s.Elsewhere, "elsewhere")
			}
		}
	}
}

// visit returns the places of a character before and after its next stop. A character with an
// unknown destination goes to its own strip if alone, and to the first companion's otherwise. Dead
// characters stay nowhere.
func (s *story) visit(event, who, at, host int) visit {
	stop := len(s.visits[who])
	l := &s.lives[who]
	place := l.stops[stop].Place
	if from := l.stops[stop].From; from != "" {
		at = s.known(from)
	}
	switch {
	case l.death && stop >= l.died && (place != "" || l.stops[stop].Gone):
		return visit{at, at}
	case l.stops[stop].Gone:
		return visit{at, s.home(who)}
	case place != "":
		return visit{at, s.known(place)}
	case len(s.who[event]) == 1:
		return visit{s.home(who), s.home(who)}
	}
	return visit{host, host}
}

// visitOf returns where one who takes part in an event is.
func (s *story) visitOf(event, part int) visit {
	return s.visits[s.who[event][part]][s.nth[event][part]]
}

// start is where a character's line begins: at the first event where nothing tells where it
// is at the beginning.
func (s *story) start(who int) int {
	if s.Cast[who].Start == "" && len(s.visits[who]) > 0 {
		return s.visits[who][0].before
	}
	return s.origin(who)
}

// venue is the place where most of those are who take part in an event; of equals the
// uppermost.
func (s *story) venue(event int) int {
	count := make(map[int]int)
	best := -1
	for part := range s.who[event] {
		p := s.visitOf(event, part).before
		count[p]++
		if best < 0 || count[p] > count[best] || count[p] == count[best] && p < best {
			best = p
		}
	}
	return best
}

// arrangePlaces puts places in an order in which moves are short.
func (s *story) arrangePlaces() {
	moves := make(map[[2]int]int)
	var companies []company
	enter := func(a, b int) {
		if a == b {
			return
		}
		key := [2]int{min(a, b), max(a, b)}
		k, known := moves[key]
		if !known {
			k = len(companies)
			moves[key] = k
			companies = append(companies, company{who: []int{key[0], key[1]}})
		}
		companies[k].weight++
	}
	for _, visits := range s.visits {
		for k, v := range visits {
			enter(v.before, v.after)
			if k > 0 {
				enter(visits[k-1].after, v.before)
			}
		}
	}
	s.reorder(arrange(len(s.places), companies))
}

// reorder puts the places into an order.
func (s *story) reorder(order []int) {
	to, places := make([]int, len(order)), make([]place, len(order))
	for i, p := range order {
		to[p], places[i] = i, s.places[p]
	}
	s.places = places
	for i := range s.visits {
		for k := range s.visits[i] {
			v := &s.visits[i][k]
			v.before, v.after = to[v.before], to[v.after]
		}
	}
	for key, i := range s.index {
		s.index[key] = to[i]
	}
}
