package prose

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// more is behind a message that is not the only one.
var more = regexp.MustCompile(` \(and \d+ more\)$`)

// The remaining text fits the program, and the lines about the rest match the errors of the whole
// text.
func TestParseFitting(t *testing.T) {
	dropped := 0
	for _, corpus := range []string{"prose.txtar", "script.txtar"} {
		ar, err := txtar.ParseFile(filepath.Join("testdata", corpus))
		require.NoError(t, err)
		for i := 0; i+1 < len(ar.Files); i += 2 {
			file, all := ar.Files[i], strings.Split(string(ar.Files[i+1].Data), "\n")
			p, left, err := ParseFitting(file.Name, file.Data, Options{Program: sitetest.Program()})
			if err != nil {
				require.Contains(t, string(ar.Files[i+1].Data), err.Error(), file.Name)
				continue
			}
			require.NoError(t, p.Check(sitetest.Program()), file.Name)
			require.Equal(t, len(left) == 0, len(all) == 1, file.Name)
			for _, line := range left {
				require.True(t, slices.Contains(all, more.ReplaceAllString(line, "")), "%s: %s", file.Name, line)
				dropped++
			}
		}
	}
	require.Positive(t, dropped)
}

// Only parts with errors are left out.
func TestParseFittingKeepsTheRest(t *testing.T) {
	const text = `---
title: The Feud
characters: {romeo: Romeo, nobody: Nobody}
---

# Verona

Two houses.

## do/kill
{C} slays {C'}.

## do/sleigh
{C} drives.

## do/travel
{X} mourns {Y}, {Z}.
`
	p, left, err := ParseFitting("feud.md", []byte(text), Options{Program: sitetest.Program()})
	require.NoError(t, err)
	require.Len(t, left, 3)
	require.Contains(t, left[0], "feud.md:3:28: no character nobody")
	require.Contains(t, left[1], "feud.md:13:4: no rule do/sleigh in the program")
	require.Contains(t, left[2], "feud.md:17:1: no variable X in rule do/travel")
	require.Contains(t, left[2], " (and 2 more)")
	require.Len(t, p.sections, 1)
	require.Equal(t, "do/kill", p.sections[0].name)
	require.NotEmpty(t, p.intro)
	require.Equal(t, "The Feud", p.Front().Title)
}
