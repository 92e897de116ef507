package site

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// Names of pages can be read aloud: letters lose their marks.
func TestSlugs(t *testing.T) {
	taken := make(slugs)
	for _, c := range [][2]string{
		{"lady_capulet", "lady-capulet"},
		{"zoë", "zoe"},
		{"zoe\u0308", "zoe-2"}, // the same in two characters
		{"Zoe", "zoe-3"},
		{"ásgeir", "asgeir"},
		{"père_anselme", "pere-anselme"},
		{"Łukasz_Wójcik", "lukasz-wojcik"},
		{"Straße_Ærø", "strasse-aero"},
		{"İpek", "ipek"},
		{"nguyễn", "nguyen"},
		{"əlaqə", "elaqe"},
		{"очень", "ochen"},
		{"Анна_Каренина", "anna-karenina"},
		{"木", "mu"},
		{"木_7", "mu-7"},
		{"北京", "bei-jing"},
		{"Ἀντιγόνη", "antigone"},
		{"🚀", "person"},
		{"7", "7"},
		{"person", "person-2"},
		{"con", "con-2"},
		{"ｃｏｍ¹", "com1-2"},
	} {
		require.Equal(t, c[1], taken.slug(c[0], "person"), c[0])
	}
}

// Of any names no two are the same, and none needs an escape.
func TestSlugsOfAnyNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		taken, seen := make(slugs), make(map[string]bool)
		for _, name := range rapid.SliceOf(rapid.String()).Draw(t, "names") {
			slug := taken.slug(name, "place")
			require.Regexp(t, regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`), slug)
			require.False(t, seen[slug], slug)
			seen[slug] = true
		}
	})
}

// Characters and places with names in other alphabets than the Latin one have pages that all links
// reach.
func TestNamesOfManyAlphabets(t *testing.T) {
	program := sitetest.Program()
	program.Types[0].Constants, program.Types[1].Constants = []string{"zoë", "zoe", "очень", "木"}, []string{"café", "дом"}
	h := sitetest.New(program)
	for _, c := range program.Types[0].Constants {
		h.Set("at " + c + " café")
	}
	for _, c := range program.Types[0].Constants {
		h.Play("do/travel "+c+" café дом", "-at "+c+" café", "+at "+c+" дом")
	}
	s := build(t, h.Finish(trace.Quiescent), Options{})
	require.Empty(t, s.Check())
	var slugs []string
	for _, t := range append(s.People, s.Rooms...) {
		slugs = append(slugs, t.Slug)
	}
	require.Equal(t, []string{"zoe", "zoe-2", "ochen", "mu", "dom"}, slugs)
}
