package prose

import (
	"maps"
	"slices"
)

// Places returns the names that the author declares as places, in the front matter or by a section,
// sorted.
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

// WrongCharacters returns an error with the place where the front matter lists the characters.
func (p *Prose) WrongCharacters(err error) error { return p.wrongly(actors, err) }

// WrongLocation returns an error with the place where the front matter says which predicate tells
// where characters are.
func (p *Prose) WrongLocation(err error) error { return p.wrongly(location, err) }

// wrongly returns an error with the place where the front matter first names something of a kind.
func (p *Prose) wrongly(kind Kind, err error) error {
	at := slices.IndexFunc(p.named, func(n named) bool { return n.kind == kind })
	if at < 0 {
		return err
	}
	return p.lines().error(diagnostic{p.named[at].at, err.Error()})
}

// Has reports whether a section is about a topic that is not a rule and names no character.
func (p *Prose) Has(topic Topic) bool {
	return p != nil && slices.ContainsFunc(p.sections, func(s *section) bool {
		return s.special == topic && s.bound(&Moment{Topic: topic})
	})
}
