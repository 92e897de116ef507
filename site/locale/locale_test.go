package locale

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/ceptre-graph/ceptre/lang/english"
)

// asked returns the plural forms that a language has, by the whole numbers that a page may hold.
func asked(rules *plural.Rules, tag language.Tag) []plural.Form {
	found := make(map[plural.Form]bool)
	for n := range 2000 {
		found[rules.MatchPlural(tag, n, 0, 0, 0, 0)] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// free are placeholders that a language may leave out: they hold English grammar.
var free = map[string]string{"owner": "people", "preposition": "place"}

// Each language has each message with each plural form that it asks for, and with the same placeholders.
func TestLanguagesAreComplete(t *testing.T) {
	require.Equal(t, []string{"de", "en", "es", "fr"}, Languages())
	for _, name := range Languages() {
		tag, messages := language.MustParse(name), catalogues()[name]
		require.Equal(t, Keys(), slices.Sorted(maps.Keys(messages)), name)
		for key, m := range messages {
			forms := []plural.Form{plural.Other}
			switch {
			case key == "ordinal":
				forms = asked(plural.Ordinal, tag)
			case Plural(key):
				forms = asked(plural.Cardinal, tag)
			}
			require.Equal(t, forms, slices.Sorted(maps.Keys(m.texts)), "%s: %s", name, key)
			require.Equal(t, meant(Placeholders(key)), meant(placeholders(m)), "%s: %s", name, key)
			for _, text := range m.texts {
				require.Equal(t, strings.TrimSpace(text), text)
				require.NotEmpty(t, text, "%s: %s", name, key)
				require.Equal(t, strings.Count(text, "{"), strings.Count(text, "}"), "%s: %s", name, key)
			}
		}
	}
}

// meant returns placeholders without those that a language may leave out.
func meant(names []string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return free[name] != "" || name == "n" })
}

// English counts and lists as package english does.
func TestEnglish(t *testing.T) {
	w := For("", nil)
	for n, want := range map[int]string{1: "first", 12: "twelfth", 13: "thirteenth", 20: "twentieth", 21: "twenty-first",
		40: "fortieth", 58: "fifty-eighth", 99: "ninety-ninth", 100: "100th", 101: "101st", 111: "111th", 112: "112th",
		1013: "1013th"} {
		require.Equal(t, want, w.Ordinal(n))
	}
	for n := range 300 {
		require.Equal(t, english.Count(n, "story"), w.Count("story", n))
		items := slices.Repeat([]string{"a"}, n%5)
		require.Equal(t, english.List(items), w.List(items))
	}
	require.Equal(t, "in the first hour", w.Hours(1, 1))
	require.Equal(t, "from the first hour to the third", w.Hours(1, 3))
}

func TestLanguageOfText(t *testing.T) {
	for tag, want := range map[string][2]string{
		"": {"en", "2 scenes"}, "en-GB": {"en-GB", "2 scenes"}, "de-AT": {"de-AT", "2 Szenen"}, "es": {"es", "2 escenas"},
		"fr-CA": {"fr-CA", "2 scènes"}, "pl": {"en", "2 scenes"},
	} {
		w := For(tag, nil)
		require.Equal(t, want, [2]string{w.Language, w.Count("scene", 2)}, tag)
	}
	require.Equal(t, "0 scène", For("fr", nil).Count("scene", 0))
	require.Equal(t, "Die 21. Geschichte", For("de", nil).Say("nth-story", "nth", For("de", nil).Ordinal(21)))
}

// Words of the author stand in the place of ours, with the plural forms of their language.
func TestOwnWords(t *testing.T) {
	w := For("pl", Own{
		"scene": {"one": "{n} scena", "few": "{n} sceny", "many": "{n} scen", "other": "{n} sceny"},
		"exits": {"other": "Wyjścia"},
	})
	require.Equal(t, "1 scena, 3 sceny, 5 scen, 22 sceny",
		strings.Join([]string{w.Count("scene", 1), w.Count("scene", 3), w.Count("scene", 5), w.Count("scene", 22)}, ", "))
	require.Equal(t, "Wyjścia", w.Say("exits"))
	require.Equal(t, "1 hour", w.Count("hour", 1))
	require.Equal(t, "en", w.Language, "most of the page is English")

	all := make(Own)
	for _, key := range Keys() {
		all[key] = map[string]string{"other": "x"}
	}
	require.Equal(t, "pl", For("pl", all).Language)
	require.Equal(t, "Exits", For("en", Own{"scene": {"other": "{n} acts"}}).Say("exits"))
}

func TestPlaceholdersOfTexts(t *testing.T) {
	require.NoError(t, CheckText("cover-size", "{hours}: {scenes}"))
	require.NoError(t, CheckText("times", "{n} Mal"))
	require.EqualError(t, CheckText("cover-size", "{acts}"),
		"cover-size has no placeholder {acts}; it has {hours}, {scenes}")
	require.EqualError(t, CheckText("exits", "{n} exits"), "exits has no placeholders, and so no {n}")
	require.Equal(t, "{n} and {scenes}", For("", nil).Say("list-last", "first", "{n}", "second", "{scenes}"))
	require.Equal(t, []Piece{{Text: "read "}, {Name: "name"}, {Text: " as one text"}}, For("", nil).Pieces("read"))
}

func TestDirection(t *testing.T) {
	for tag, want := range map[string]string{"en": "", "de-AT": "", "ja": "", "ar": "rtl", "he-IL": "rtl", "fa": "rtl",
		"ur": "rtl", "az": "", "az-Arab": "rtl", "ks-Deva": "", "dv": "rtl"} {
		require.Equal(t, want, (&Words{Language: tag}).Direction(), tag)
	}
}

// Names and places may begin with an article, which the prepositions de and a of Spanish, and à and de of French,
// would be drawn together with.
func TestNothingIsDrawnTogether(t *testing.T) {
	for name, pattern := range map[string]string{
		"es": `\b(a|de) \{(name|people|others|person|place|room|from|to|thing|things)\}`,
		"fr": `(\b(à|de|que) |’)\{(name|people|others|person|place|room|from|to|thing|things)\}`,
	} {
		for key, m := range catalogues()[name] {
			for _, text := range m.texts {
				require.NotRegexp(t, pattern, text, "%s: %s", name, key)
			}
		}
	}
}
