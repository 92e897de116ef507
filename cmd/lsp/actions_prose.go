package lsp

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// actionsInProse returns the quick fixes for a range of prose: each replaces an unknown name by the
// most similar one that fits there.
func (s *server) actionsInProse(ctx context.Context, params actionParams) ([]codeAction, error) {
	m, d, err := s.manuscriptAndProgram(ctx, params.address())
	if m == nil {
		return nil, err
	}
	list, g := []codeAction{}, newGlossary(d.Text)
	for _, wrong := range m.diagnostics(d) {
		if m.offset(params.Range.End) < m.offset(wrong.Range.Start) ||
			m.offset(wrong.Range.End) < m.offset(params.Range.Start) {
			continue
		}
		if site, meant := m.meant(g, wrong); meant != "" {
			list = append(list, codeAction{
				Title: "Change to `" + visible.Line(meant) + "`", Kind: quickFix, Diagnostics: []diagnostic{wrong}, Preferred: true,
				Edit: s.edit([]documentEdit{{s.versioned(m.uri), []textEdit{{m.stretch(site.Stretch), meant}}}}),
			})
		}
	}
	return list, nil
}

// meant returns where the word is that something is wrong with, and the one that may stand
// there and is near; "" where it may stand there itself, or none is near.
func (m *manuscript) meant(g *glossary, wrong diagnostic) (prose.CompletionSite, string) {
	end := m.offset(wrong.Range.End)
	if end > 0 && m.src[end-1] == '}' {
		end--
	}
	site, ok := prose.FindCompletionSite([]byte(m.src), m.relative(end), g.labels)
	word := m.written(site.Stretch)
	names := slices.Clone(site.Words)
	rules := g.selected(site.Rule)
	for _, e := range g.entries {
		if _, fits := e.fits(site, rules); fits {
			names = append(names, e.name)
		}
	}
	if !ok || slices.Contains(names, word) {
		return site, ""
	}
	return site, label.Nearest(word, names)
}
