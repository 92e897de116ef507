package prose

import "github.com/ceptre-graph/ceptre/exec/trace"

// Variant is a section of a text with something to tell: of several about the same topic
// one is chosen each time.
type Variant struct {
	Topic
	Heading     string // with its conditions, as written
	At          string // where that stands, as `name:line:col`
	Conditional bool   // it has conditions, and does not only take its turn
}

// Variants returns the variants in the order of the text.
func (p *Prose) Variants(program *trace.Program) []Variant {
	if p == nil {
		return nil
	}
	rules, places := rulesOf(program), p.lines()
	var out []Variant
	for _, s := range p.sections {
		if s.counted() {
			out = append(out, Variant{s.topic(rules), s.source, places.at(s.at), s.when.conditional()})
		}
	}
	return out
}

// counted reports whether it is counted how often a run tells a section: whether it has something to
// tell, and is neither the words for facts nor about one of several stories.
func (s *section) counted() bool {
	return s.written() && s.special.Kind != Fact && s.special.Kind != Story
}

// Told returns how often each of the variants was told, in the order of [Prose.Variants].
func (n *Narrator) Told() []int {
	if n.prose == nil {
		return nil
	}
	var out []int
	for _, s := range n.prose.sections {
		if s.counted() {
			out = append(out, n.told[s])
		}
	}
	return out
}
