// Package shelftest has the common parts of the tests of all shelves: sites, readers of their
// output, and a story with names that no shelf may mistake for its own.
package shelftest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// Build makes the site of a run.
func Build(t require.TestingT, tr *trace.Trace, o site.Options) *site.Site {
	s, err := site.Build(context.Background(), causal.New(tr), o)
	require.NoError(t, err)
	return s
}

// Written returns what a shelf writes of a site, which is the same a second time.
func Written(t require.TestingT, write func(io.Writer, *site.Site) error, s *site.Site) []byte {
	var first, second bytes.Buffer
	require.NoError(t, write(&first, s))
	require.NoError(t, write(&second, s))
	require.Equal(t, first.Bytes(), second.Bytes())
	return first.Bytes()
}

// Prose returns prose in a language without a text. In a language without words of ours, all words are numbers.
func Prose(t require.TestingT, language string) *prose.Prose {
	front := "---\nlanguage: " + language + "\n"
	if !slices.Contains(locale.Languages(), language) {
		front += "words:\n"
		for i, key := range locale.Keys() {
			text := fmt.Sprintf("№%d", i)
			for _, name := range locale.Placeholders(key) {
				if name != "preposition" && name != "owner" { // which hold English grammar
					text += " {" + name + "}"
				}
			}
			front += fmt.Sprintf("  %s: %q\n", key, text)
		}
	}
	p, err := prose.Parse("verona.md", []byte(front+"---\n"), prose.Options{})
	require.NoError(t, err)
	return p
}

// Strangers returns a run of characters with the given names, who all meet at a place and insult
// one another in a ring. In between a rule fires without characters.
func Strangers(names []string, place, rule string) *trace.Trace {
	p := sitetest.Program()
	p.Types[0].Constants, p.Types[1].Constants = names, []string{place}
	h := sitetest.New(p).Set("stage day")
	next := func(i int) string { return names[(i+1)%len(names)] }
	for i, a := range names {
		h.Set("at "+a+" "+place, "anger "+a+" "+next(i))
	}
	for i, a := range names {
		b := next(i)
		h.Play("do/insult "+a+" "+place+" "+b, "$stage day", "$at "+a+" "+place, "$at "+b+" "+place, "-anger "+a+" "+b,
			"+anger "+b+" "+a)
		h.Play(rule, "$stage day")
	}
	return h.Finish(trace.Quiescent)
}

// Benchmark measures how a shelf writes sites of runs of 1,000 and of 10,000 events; the
// figure to look at is the time an event takes, which is to be the same.
func Benchmark(b *testing.B, write func(io.Writer, *site.Site) error) {
	for _, steps := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			s := Build(b, sitetest.Verona(steps, 1), site.Options{Bare: true})
			for b.Loop() {
				require.NoError(b, write(io.Discard, s))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(steps), "ns/event")
		})
	}
}
