package prose

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/markup"
)

// A Narrator chooses among the variants of a text. It remembers the passages it has told, so it
// must be asked in the order of the telling.
type Narrator struct {
	prose    *Prose
	variants map[Topic][]*section
	titled   map[Topic]*section // the first without conditions that has a title
	labelled map[Topic]*section // the first without conditions that says what the choice is called
	topics   map[string][]Topic // by the labels of rules, as [rules.topics] says
	chance   uint64
	asked    uint64               // how often
	whose    map[Topic][][]string // the variables of each "for" part, by topic
	times    times
	told     map[*section]int    // how often each was chosen
	last     map[*section]uint64 // the value of asked when each was last chosen
	scenes   []SceneTopic        // the narrowest first
}

// Narrator returns a narrator for a run of a program from its beginning. The program may be nil;
// chance is the seed of the run.
func (p *Prose) Narrator(program *trace.Program, chance uint64) *Narrator {
	n := &Narrator{
		prose: p, chance: chance, variants: make(map[Topic][]*section), titled: make(map[Topic]*section),
		labelled: make(map[Topic]*section),
		whose:    make(map[Topic][][]string), times: make(times), told: make(map[*section]int),
		last: make(map[*section]uint64),
	}
	if p == nil {
		return n
	}
	rules := rulesOf(program)
	var headings []string
	for _, s := range p.sections {
		if s.written() {
			topic := s.topic(rules)
			if topic.Kind == Rule {
				headings = append(headings, topic.Name)
			}
			n.variants[topic] = append(n.variants[topic], s)
			if topic.Kind == Scene && len(n.variants[topic]) == 1 {
				scene := s.scene
				for _, i := range rules.labels.Select(scene.Rule()) {
					scene.rules = append(scene.rules, rules.labels.Label(i))
				}
				n.scenes = append(n.scenes, scene)
			}
			n.asks(topic, s)
			if n.titled[topic] == nil && s.title != nil && !s.when.conditional() {
				n.titled[topic] = s
			}
			if n.labelled[topic] == nil && s.choice != nil && !s.when.conditional() {
				n.labelled[topic] = s
			}
		}
	}
	slices.SortStableFunc(n.scenes, func(a, b SceneTopic) int { return b.narrowness() - a.narrowness() })
	n.topics = rules.topics(headings)
	return n
}

// about returns what sections are about that may tell of a topic: of a rule, by its label, first
// those for it alone, then those for all of its name. Of other topics there is one.
func (n *Narrator) about(t Topic) []Topic {
	if topics := n.topics[t.Name]; t.Kind == Rule && len(topics) > 0 {
		return topics
	}
	return []Topic{t}
}

// Knows reports whether the author wrote anything about a topic, whatever the moment.
func (n *Narrator) Knows(t Topic) bool {
	return slices.ContainsFunc(n.about(t), func(t Topic) bool { return len(n.variants[t]) > 0 })
}

// KnowsAny reports whether the author wrote anything about a topic of a kind.
func (n *Narrator) KnowsAny(k Kind) bool {
	for t := range n.variants {
		if t.Kind == k {
			return true
		}
	}
	return false
}

// Tell returns the text for a moment, or nil if the author wrote none. If a character's beginning
// or ending has no text of its own, Tell uses a general one with {C} in it. A general text without
// {C} is about the beginning or the ending of the whole run.
func (n *Narrator) Tell(m Moment) *Passage {
	n.asked++
	s := n.first(&m)
	n.noteAll(&m)
	if s == nil && m.Name != "" && (m.Kind == Beginning || m.Kind == Ending) {
		of := Topic{Kind: m.Kind}
		s = n.choose(of, &m)
		n.note(of, &m)
	}
	if s == nil {
		return nil
	}
	n.tell(s)
	return n.passage(s, &m)
}

// passage returns a section that was chosen, with a title and what a choice is called: its own, or
// those of the first about the same that is told at any time.
func (n *Narrator) passage(s *section, m *Moment) *Passage {
	p := &Passage{prose: n.prose, section: s, titled: s, labelled: s}
	for _, t := range n.about(m.Topic) {
		if titled := n.titled[t]; p.titled.title == nil && titled != nil && titled.bound(m) {
			p.titled = titled
		}
		if labelled := n.labelled[t]; p.labelled.choice == nil && labelled != nil && labelled.bound(m) {
			p.labelled = labelled
		}
	}
	return p
}

// Foretell is Tell for a moment that may never come: the narrator does not remember it.
func (n *Narrator) Foretell(m Moment) *Passage {
	n.asked++
	s := n.first(&m)
	n.asked--
	if s == nil {
		return nil
	}
	return n.passage(s, &m)
}

// Recall makes a narrator remember the passage told of a moment, as if Tell had just returned it;
// nil stands for no passage. It allows a narrator to continue in the middle of a run.
func (n *Narrator) Recall(m Moment, told *Passage) {
	n.asked++
	n.noteAll(&m)
	if told != nil {
		n.tell(told.section)
	}
}

// tell remembers that a section was chosen.
func (n *Narrator) tell(s *section) {
	n.told[s]++
	n.last[s] = n.asked
}

// first chooses a section for a moment from the narrowest topic that has one.
func (n *Narrator) first(m *Moment) *section {
	for _, t := range n.about(m.Topic) {
		if s := n.choose(t, m); s != nil {
			return s
		}
	}
	return nil
}

// noteAll counts a moment of all topics that it belongs to.
func (n *Narrator) noteAll(m *Moment) {
	for _, t := range n.about(m.Topic) {
		n.note(t, m)
	}
}

// choose chooses among the variants for a topic. It prefers matching variants with conditions to
// others, and takes the one told least often, or any of them but the one told last.
func (n *Narrator) choose(topic Topic, m *Moment) *section {
	var fit, conditional []*section
	for _, s := range n.variants[topic] {
		personal := func() bool { return len(s.vars)+len(s.when.variables()) > 0 }
		if !s.fits(m) || !n.timely(topic, s, m) || m.Kind != Rule && m.Name != topic.Name && !personal() {
			continue
		}
		if fit = append(fit, s); s.when.conditional() {
			conditional = append(conditional, s)
		}
	}
	if len(conditional) > 0 {
		fit = conditional
	}
	if len(fit) == 0 {
		return nil
	}
	if slices.ContainsFunc(fit, func(s *section) bool { return s.when.random }) {
		if len(fit) > 1 {
			fit = n.withoutLast(fit)
		}
		chance := rand.New(rand.NewPCG(n.chance, n.asked))
		return fit[chance.IntN(len(fit))]
	}
	return slices.MinFunc(fit, func(a, b *section) int { return n.told[a] - n.told[b] }) // the first of equals
}

// withoutLast removes the section that was told last, if any was: a text twice in a row reads like a mistake.
func (n *Narrator) withoutLast(sections []*section) []*section {
	last := slices.MaxFunc(sections, func(a, b *section) int { return cmp.Compare(n.last[a], n.last[b]) })
	return slices.DeleteFunc(sections, func(s *section) bool { return s == last && n.told[s] > 0 })
}

// fits reports whether a section can be told whatever the time: its conditions hold, and
// its variables stand for something.
func (s *section) fits(m *Moment) bool {
	unbound := func(name string) bool { _, ok := m.Terms[name]; return !ok }
	if !s.bound(m) || slices.ContainsFunc(s.when.variables(), unbound) {
		return false
	}
	for _, c := range s.when.facts {
		if c.holds(m) == c.not {
			return false
		}
	}
	return true
}

// bound reports whether the variables of the text stand for something.
func (s *section) bound(m *Moment) bool {
	return !slices.ContainsFunc(s.vars, func(v *variable) bool { _, ok := m.Terms[v.name]; return !ok })
}

// holds reports whether there are facts as the condition has them.
func (c *condition) holds(m *Moment) bool {
	if len(c.Facts) > 1 {
		return m.Meets != nil && m.Meets(c.given(m))
	}
	if m.Holds == nil {
		return false
	}
	fact := c.given(m).Facts[0]
	return m.Holds(fact.Head, fact.Args)
}

// given returns the facts with the known values of their variables.
func (c *condition) given(m *Moment) goal.Goal {
	facts := make([]goal.Pattern, len(c.Facts))
	for i, fact := range c.Facts {
		facts[i] = fact.Knowing(func(name string) bool { _, ok := m.Terms[name]; return ok })
		facts[i].Args = make([]trace.Term, len(fact.Args))
		for j, arg := range fact.Args {
			facts[i].Args[j] = bind(arg, m.Terms)
		}
	}
	return goal.Of(facts...)
}

// bind puts terms in the place of variables.
func bind(t trace.Term, terms map[string]trace.Term) trace.Term {
	if len(t.Args) == 0 {
		if bound, ok := terms[t.Head]; ok && !t.Number && t.Head != trace.Open {
			return bound
		}
		return t
	}
	args := make([]trace.Term, len(t.Args))
	for i, arg := range t.Args {
		args[i] = bind(arg, terms)
	}
	return trace.Term{Head: t.Head, Args: args}
}

// Passage is a piece of the author's text.
type Passage struct {
	prose    *Prose
	section  *section
	titled   *section // that has its title, if any has
	labelled *section // that says what the choice is called, if any does
}

// Together reports whether the passage tells like events that follow each other at once.
func (p *Passage) Together() bool { return p.section.when.together }

// Same reports whether two passages are the same text of the author's.
func (p *Passage) Same(q *Passage) bool { return p.section == q.section }

// HTML returns the passage with values in the place of its variables, which are plain
// text and are escaped. It is without its title, and empty if there is nothing else.
func (p *Passage) HTML(values map[string]Value) (markup.HTML, error) {
	return p.section.render(p.prose.src, values, p.prose.policy)
}

// Title returns the title of the passage as plain text, or "" if there is none.
func (p *Passage) Title(values map[string]Value) string {
	if p.titled.title == nil {
		return ""
	}
	return strings.TrimSpace(plainText(p.titled.title, p.prose.src, values, nil))
}

// Choice returns what the choice of the rule is called before it is told what comes of it, as plain
// text, or "" if the author did not say.
func (p *Passage) Choice(values map[string]Value) string {
	if p.labelled.choice == nil {
		return ""
	}
	return firstParagraph(p.labelled.choice, p.prose.src, values)
}

// Opening returns the first paragraph as plain text, or "" if there is none. The paragraph can
// stand alone: a character that it would first mention by a pronoun is named.
func (p *Passage) Opening(values map[string]Value) string {
	return p.section.opening(p.prose.src, values)
}
