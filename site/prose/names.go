package prose

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/lang/label"
)

// Sense is the kind of thing that a name in a text refers to.
type Sense int

const (
	// OfRule names are those of traces, which rules without a name have, too.
	OfRule Sense = iota
	OfStage
	OfConstant
	// OfCharacter is of a constant or a predicate: both can have parts in a story.
	OfCharacter
	OfPredicate
	OfVariable
)

// Naming is a place where a text names something of its program.
type Naming struct {
	Stretch
	Sense Sense
	Name  string // as the program has it, with ASCII primes where texts may have others
	Rule  string // of a variable, the rule that has it
}

// Stretch is a part of a text, in bytes from its beginning; a byte order mark is not counted.
type Stretch struct{ Start, End int }

// Names are the places where a text names declarations of its program.
type Names struct {
	Namings []Naming // in the order of the text
	// Unclear are the stretches that cannot be read, in order. They may contain names.
	Unclear []Stretch
}

// FindNames finds where a text names something of a program that has these rules, so that a name
// that is changed in the program can be changed in the text. It reads texts with mistakes, too, and
// returns an error only where nothing can be read.
func FindNames(name string, src []byte, labels *label.Set) (Names, error) {
	r, err := read(name, src, Options{})
	if err != nil {
		return Names{}, err
	}
	f := &nameFinder{reading: r, rules: &rules{labels: labels}}
	f.front()
	for _, s := range r.sections {
		f.section(s)
	}
	order := func(a, b Stretch) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) }
	slices.SortStableFunc(f.found.Namings, func(a, b Naming) int { return order(a.Stretch, b.Stretch) })
	slices.SortFunc(f.found.Unclear, order)
	// Variants in scripts share their heading, which then was found for each.
	f.found.Namings, f.found.Unclear = slices.Compact(f.found.Namings), slices.Compact(f.found.Unclear)
	return f.found, nil
}

// nameFinder collects the names of a text.
type nameFinder struct {
	*reading
	rules *rules
	found Names
}

// names adds a name that begins at an offset. If the text differs there, the rest of the line is
// unclear and must not be changed automatically.
func (f *nameFinder) names(n Naming, written string) {
	if !bytes.HasPrefix(f.text[min(n.Start, len(f.text)):], []byte(written)) {
		f.unclear(n.Start)
		return
	}
	n.End = n.Start + len(written)
	f.found.Namings = append(f.found.Namings, n)
}

// unclear enters the line of an offset, from there on.
func (f *nameFinder) unclear(at int) {
	end := len(f.text)
	if next := bytes.IndexByte(f.text[at:], '\n'); next >= 0 {
		end = at + next
	}
	f.found.Unclear = append(f.found.Unclear, Stretch{at, end})
}

// front finds the keys of the front matter. Where something is wrong with that, some may
// have been passed over.
func (f *nameFinder) front() {
	if !isScript(f.text) && len(f.loose) > 0 {
		_, end, _, closed := cutFront(f.text)
		if !closed {
			end = len(f.text)
		}
		f.found.Unclear = append(f.found.Unclear, Stretch{0, end})
	}
	for _, n := range f.named {
		at := n.at
		if quoted := f.text[min(at, len(f.text)):]; len(quoted) > 0 && (quoted[0] == '"' || quoted[0] == '\'') {
			at++
		}
		f.names(Naming{Stretch{Start: at}, n.kind.sense(), n.name, ""}, n.name)
	}
}

// sense returns the sense of the names of a kind other than Rule.
func (k Kind) sense() Sense {
	switch k {
	case Stage:
		return OfStage
	case Place, thing:
		return OfConstant
	}
	return OfCharacter
}

func (f *nameFinder) section(s *section) {
	topic := s.topic(f.rules)
	switch {
	case s.unread && topic.Kind != Rule:
		f.unclear(s.at)
		topic = Topic{}
	case topic.Kind == Scene:
		f.scene(s)
		topic = Topic{Rule, s.scene.Rule()} // which has the variables
	case topic.Kind == Fact:
		f.fact(s.fact, part{topic.Name, s.at + strings.Index(s.name, topic.Name)}, topic)
	default:
		f.heading(s, topic)
	}
	if _, conditions, ok := cutConditions(s.source); ok {
		for _, p := range cutParts(conditions, s.at+len(s.source)-len(conditions)-len(")")) {
			f.condition(p, topic)
		}
	}
	for _, v := range s.vars {
		f.brace(v, topic)
	}
}

// heading finds the name in a heading. A name of several words is none, but may be meant
// to be one with conditions.
func (f *nameFinder) heading(s *section, topic Topic) {
	if topic.Name == "" {
		return
	}
	n := Naming{Stretch{Start: s.at}, OfRule, topic.Name, ""}
	if topic.Kind != Rule {
		n.Sense = topic.Kind.sense()
		n.Start += strings.LastIndex(s.name, topic.Name)
	} else if found := f.rules.labels.Select(topic.Name); len(found) > 0 {
		f.selector(s.at, topic.Name, f.rules.labels.Key(found[0]))
		return
	}
	if !f.rules.has(s.name) && strings.ContainsFunc(topic.Name, unicode.IsSpace) {
		f.unclear(s.at)
		return
	}
	f.names(n, topic.Name)
}

// scene finds the names in the heading of a section that names scenes.
func (f *nameFinder) scene(s *section) {
	begins := s.at + len(s.name) - len(s.special.Name)
	if found := f.rules.labels.Select(s.scene.Rule()); len(found) > 0 {
		f.selector(begins+s.scene.rule.at, s.scene.Rule(), f.rules.labels.Key(found[0]))
	}
	for _, who := range s.scene.with {
		f.names(Naming{Stretch{Start: begins + who.at}, OfCharacter, who.text, ""}, who.text)
	}
	if place := s.scene.place; place.text != "" {
		f.names(Naming{Stretch{Start: begins + place.at}, OfConstant, place.text, ""}, place.text)
	}
}

// selector finds the names in a heading that selects rules: that of the rules, and that of their
// stage where it stands before it.
func (f *nameFinder) selector(at int, heading string, rule label.Key) {
	if staged := rule.Stage + "/" + rule.Name; !strings.HasPrefix(heading, rule.Name) &&
		strings.HasPrefix(heading, staged) {
		f.names(Naming{Stretch{Start: at}, OfStage, rule.Stage, ""}, rule.Stage)
		at += len(staged) - len(rule.Name)
	}
	f.names(Naming{Stretch{Start: at}, OfRule, rule.Name, ""}, rule.Name)
}

// brace finds the name in a brace. Only rules have variables of their own.
func (f *nameFinder) brace(v *variable, topic Topic) {
	if topic.Kind != Rule || f.text[v.at] != '{' {
		return // a variable that all such sections have, or a number in a script
	}
	inside := f.text[v.at+1:]
	end := bytes.IndexAny(inside, "}.\n")
	if v.name == "" || end < 0 {
		f.unclear(v.at)
		return
	}
	written := bytes.TrimSpace(inside[:end])
	f.variable(string(written), v.at+1+bytes.Index(inside, written), topic)
}

func (f *nameFinder) variable(written string, at int, topic Topic) {
	if topic.Kind == Rule && topic.Name != "" {
		f.names(Naming{Stretch{Start: at}, OfVariable, VariableName(written), topic.Name}, written)
	}
}
