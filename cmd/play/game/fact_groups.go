package game

import "github.com/ceptre-graph/ceptre/exec"

// factGroups groups the facts of a view by their subjects. It keeps its findings about facts from
// one view to the next, since most are in both.
type factGroups struct {
	people    *people
	written   writer
	resources map[*exec.Resource]*fact
	texts     map[string]*fact
	subjects  map[[2]string]*subject // by character or place
	cast      []*subject             // the characters, in their order

	number int        // of the view
	there  int        // how many resources are there
	facts  []*fact    // that are in it, in the order in which they came
	others []*subject // that are in it and not in the cast, in that order
}

// fact is what the resources that look alike have in common.
type fact struct {
	text  string
	about *subject
	place string // where it says that the character is; "" for nowhere
	view  int    // the last one that it was in, and how:
	count int
	fresh bool
}

// subject is the character or the place that facts are about; without names, neither.
type subject struct {
	character, place string
	view             int // the last one that it was in, and how:
	facts            int
	group            *Group
}

// spare is how many resources may be known in vain, however few there are.
const spare = 64

// begin begins a view. It drops all findings if most of them are about facts that are gone.
func (l *factGroups) begin(p *people, w writer) {
	if l.people == nil || len(l.resources) > 2*l.there+spare {
		*l = factGroups{people: p, written: w, resources: make(map[*exec.Resource]*fact), texts: make(map[string]*fact), subjects: make(map[[2]string]*subject), number: l.number}
		for _, name := range p.cast.Names {
			l.cast = append(l.cast, l.subject(name, ""))
		}
	}
	l.number++
	l.there = 0
	l.facts, l.others = l.facts[:0], l.others[:0]
}

// fact returns the findings about a resource.
func (l *factGroups) fact(r *exec.Resource) *fact {
	l.there++
	f, known := l.resources[r]
	if known {
		return f
	}
	text := l.written.fact(r.Fact, r.Permanent)
	if f, known = l.texts[text]; !known {
		owner, place := l.people.about(r)
		f = &fact{text: text, about: l.subject(owner, place)}
		if owner != "" {
			f.place = place
		}
		l.texts[text] = f
	}
	l.resources[r] = f
	return f
}

// subject returns a character, or else a place.
func (l *factGroups) subject(character, place string) *subject {
	if character != "" {
		place = ""
	}
	key := [2]string{character, place}
	s := l.subjects[key]
	if s == nil {
		s = &subject{character: character, place: place}
		l.subjects[key] = s
	}
	return s
}

// enter enters a resource into the view.
func (l *factGroups) enter(f *fact, fresh bool) {
	s := f.about
	if s.view != l.number {
		l.meet(s)
	}
	if f.view != l.number {
		f.view, f.count, f.fresh = l.number, 0, false
		l.facts = append(l.facts, f)
		s.facts++
	}
	f.count++
	f.fresh = f.fresh || fresh
	if f.place != "" {
		s.place = f.place
	}
}

// meet adds a subject to the view.
func (l *factGroups) meet(s *subject) {
	s.view, s.facts, s.group = l.number, 0, nil
	switch {
	case s.character == "":
		l.others = append(l.others, s)
	default:
		s.place = ""
		if !l.people.is[s.character] {
			l.others = append(l.others, s)
		}
	}
}

// groups returns the facts of the view by their subjects, first the characters, and last the facts
// without a subject. It returns at most so many facts.
func (l *factGroups) groups(most int) []Group {
	shown := l.shown(most)
	groups := make([]Group, len(shown))
	for i, s := range shown {
		lines := min(most, s.facts)
		most -= lines
		groups[i] = Group{Character: s.character, Place: s.place, Lines: make([]Line, 0, lines)}
		s.group = &groups[i]
	}
	for _, f := range l.facts {
		if g := f.about.group; g != nil && len(g.Lines) < cap(g.Lines) {
			g.Lines = append(g.Lines, Line{Fact: f.text, Count: f.count, New: f.fresh})
		}
	}
	return groups
}

// shown returns the subjects of the first facts, at most so many, in order.
func (l *factGroups) shown(most int) []*subject {
	var out []*subject
	add := func(s *subject) {
		if s.view == l.number && most > 0 {
			most -= s.facts
			out = append(out, s)
		}
	}
	for _, s := range l.cast {
		add(s)
	}
	nobody := l.subjects[[2]string{}]
	for _, s := range l.others {
		if s != nobody {
			add(s)
		}
	}
	if nobody != nil {
		add(nobody)
	}
	return out
}
