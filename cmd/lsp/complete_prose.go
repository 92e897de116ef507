package lsp

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// completeProse returns the completions at a place of prose, or nil if there is no program beside
// it.
func (s *server) completeProse(ctx context.Context, params positionParams) ([]completionItem, error) {
	m, d, err := s.manuscriptAndProgram(ctx, params.address())
	if m == nil {
		return nil, err
	}
	g := newGlossary(d)
	site, ok := prose.FindCompletionSite([]byte(m.src), m.relative(m.offset(params.Position)), g.labels)
	all := suggestions{text: m.text, Analysis: d.Analysis, items: []completionItem{}}
	if ok {
		all.start, all.end = m.absolute(site.Start), m.absolute(site.End)
		all.fill(g, site)
	}
	return all.items, nil
}

// fill suggests the completions for a site, beginning with names of the program.
func (s *suggestions) fill(g *glossary, site prose.CompletionSite) {
	if site.Fact != "" {
		s.argument(slotAfter(wordsOf(site.Fact)))
	}
	rules := g.selected(site.Rule)
	for _, e := range g.entries {
		if kind, ok := e.fits(site, rules); ok {
			s.add(kind, e.name, e.detail())
		}
	}
	s.words(completeKeyword, slices.DeleteFunc(site.Words, func(word string) bool {
		return slices.ContainsFunc(s.items, func(i completionItem) bool { return i.Label == word })
	})...)
}

// wordsOf returns the words of a text.
func wordsOf(text string) []word {
	var list []word
	for _, at := range wordForm.FindAllStringIndex(text, -1) {
		list = append(list, word{at[0], at[1], text[at[0]:at[1]]})
	}
	return list
}

// fits reports whether an entry may stand in a site of a section about some rules, and as what. Which constants may be
// arguments is for their types to say.
func (e entry) fits(site prose.CompletionSite, rules []string) (kind int, ok bool) {
	wants := func(s ...prose.Sense) bool {
		return slices.ContainsFunc(s, func(s prose.Sense) bool { return slices.Contains(site.Senses, s) })
	}
	switch e.sense {
	case prose.OfRule:
		return completeEvent, wants(prose.OfRule)
	case prose.OfStage:
		return completeModule, wants(prose.OfStage)
	case prose.OfConstant:
		return completeConstant, site.Fact == "" && wants(prose.OfConstant, prose.OfCharacter)
	case prose.OfVariable:
		return completeVariable, slices.Contains(rules, e.rule) && wants(prose.OfVariable)
	}
	p := e.of.(*lang.Pred)
	return completeFunction, p.Kind == lang.OfState &&
		(wants(prose.OfPredicate) || len(p.Args) > 0 && wants(prose.OfCharacter))
}

// detail returns a short description of an entry.
func (e entry) detail() string {
	if e.sense == prose.OfRule {
		return "a rule"
	}
	return describe(e.of, e.name)
}
