package themes

import (
	"fmt"
	"math"
	"slices"
)

// A Warning is a combination of colours in a theme that is hard to see.
type Warning struct {
	Place   string // `file:line:column`
	Message string
}

// Warnings lists text and lines with less contrast to their background than WCAG 2.2, level AA,
// asks for; in the order of the theme's file. Pairs count only if the file sets one of the two:
// the rest is its base's. A colour on several backgrounds is reported once, for the worst.
func (t *Theme) Warnings() []Warning { return slices.Clone(t.warnings) }

// warnings returns the warnings for the theme of a file.
func (r *reader) warnings(whole *node, t *Theme) []Warning {
	s := &setter{at: make(map[string]int)}
	s.enter("", whole)
	s.judge("light", &t.Light)
	s.judge("dark", &t.Dark)
	s.judge("print", &t.Print)
	inOrder(s.faults)
	var warnings []Warning
	for _, f := range s.faults {
		warnings = append(warnings, Warning{r.file + ":" + position(r.data, f.at), f.message})
	}
	return warnings
}

// A setter knows what a file of a theme sets.
type setter struct {
	at     map[string]int // offsets of values by the paths of their keys
	faults []fault
}

// enter notes where the values are that stand below a key.
func (s *setter) enter(at string, n *node) {
	s.at[at] = n.at
	for key, value := range n.keys {
		s.enter(below(at, key), value)
	}
	for i, value := range n.values {
		s.enter(fmt.Sprintf("%s[%d]", at, i), value)
	}
}

// judge finds fault with what can hardly be seen in a palette.
func (s *setter) judge(scheme string, p *Palette) {
	for _, of := range p.standings() {
		if !s.sets(scheme, of.tint) {
			of.on = slices.DeleteFunc(slices.Clone(of.on), func(on tint) bool { return !s.sets(scheme, on) })
		}
		if len(of.on) == 0 {
			continue
		}
		if on, ratio := of.worst(); ratio < of.least {
			s.fault(scheme, of, on)
		}
	}
}

// sets reports whether the file has a colour of a scheme.
func (s *setter) sets(scheme string, t tint) bool {
	_, own := s.at[scheme+"."+t.key]
	return own
}

// fault tells of a colour that can hardly be seen on another, at that which the file sets.
func (s *setter) fault(scheme string, of standing, on tint) {
	place := of.tint
	if !s.sets(scheme, place) {
		place = on
	}
	needs := "text needs 4.5 to be read"
	if of.least == forLines {
		needs = "lines need 3 to be seen"
	}
	// The ratio is rounded down, so that a value below the bound never reaches it.
	ratio := math.Floor(contrast(of.colour, on.colour)*100) / 100
	s.faults = append(s.faults, fault{s.at[scheme+"."+place.key], fmt.Sprintf("%s.%s `%s` on %[1]s.%[4]s `%[5]s` has a "+
		"contrast of %.2[6]f: %[7]s",
		scheme, of.key, of.colour, on.key, on.colour, ratio, needs)})
}
