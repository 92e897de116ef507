package lsp

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// completeProse returns the completions at a place of prose, or nil if there is no program beside
// it.
func (s *server) completeProse(ctx context.Context, params positionParams) ([]completionItem, error) {
	m, d, err := s.manuscriptAndProgram(ctx, params.address())
	if m == nil {
		return nil, err
	}
	g := newGlossary(d.Text)
	site, ok := prose.FindCompletionSite([]byte(m.src), m.relative(m.offset(params.Position)), g.labels)
	if !ok {
		return []completionItem{}, nil
	}
	return m.completions(d, g, site), nil
}

// completions returns those for a site, beginning with names of the program.
func (m *manuscript) completions(d *document, g *glossary, site prose.CompletionSite) []completionItem {
	list := []completionItem{}
	known := make(map[string]bool) // the words that are names of the program
	add := func(kind int, label, detail string) {
		list = append(list, completionItem{label, kind, detail, textEdit{m.stretch(site.Stretch), label}})
		known[label] = true
	}
	if site.Fact != "" {
		for _, c := range d.Arguments(site.Fact) {
			add(completeKinds[c.Kind], c.Label, c.Detail)
		}
	}
	rules := g.selected(site.Rule)
	for _, e := range g.entries {
		if kind, ok := e.fits(site, rules); ok {
			add(kind, e.name, e.detail())
		}
	}
	for _, word := range site.Words {
		if !known[word] {
			add(completeKeyword, word, "")
		}
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
	return assist.Describe(e.of, e.name)
}
