package prose

import (
	"maps"
	"slices"
)

// Places returns what the author calls a place, in the front matter or by a section of its
// own, sorted.
func (p *Prose) Places() []string {
	if p == nil {
		return nil
	}
	named := slices.Collect(maps.Keys(p.front.Places))
	for _, s := range p.sections {
		if s.special.Kind == Place && s.special.Name != "" {
			named = append(named, s.special.Name)
		}
	}
	slices.Sort(named)
	return slices.Compact(named)
}

// Has reports whether a section is about something that is no rule, of nobody in particular.
func (p *Prose) Has(topic Topic) bool {
	return p != nil && slices.ContainsFunc(p.sections, func(s *section) bool { return s.special == topic && s.bound(&Moment{Topic: topic}) })
}
