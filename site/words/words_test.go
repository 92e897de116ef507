package words

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRule(t *testing.T) {
	for rule, want := range map[string]string{
		"do/insult":          "Insult",
		"do/flirt/in_secret": "Flirt, in secret",
		"mouse/move":         "Mouse, move",
		"red-to-blue":        "Red to blue",
		"night/to-day":       "Night to day",
		"play/12":            "Play",
		"do/7":               "7",
		"do":                 "Do",
		"do/":                "do/",
		"/":                  "/",
		"élan":               "Élan",
		"  ":                 "",
		" / ":                "/",
	} {
		require.Equal(t, want, Rule(rule))
	}
}

func TestSpaced(t *testing.T) {
	for name, want := range map[string]string{
		"lady_capulet": "lady capulet",
		"to-day":       "to day",
		"--help":       "help",
		"-->":          "-->",
		"_":            "_",
		"🐕_-":          "🐕",
		" ":            "",
	} {
		require.Equal(t, want, Spaced(name))
	}
}

func TestShorten(t *testing.T) {
	long := strings.Repeat("é", 10_000)
	for text, want := range map[string]string{
		"The end":    "The end",
		long:         strings.Repeat("é", 59) + "…",
		"Of " + long: "Of " + strings.Repeat("é", 56) + "…",
		"In which the company hears of a ghost, as an eighth bell rings": "In which the company hears of a ghost, " +
			"as an eighth bell…",
		"In which the company hears, at long last, of one ghost — and bells ring": "In which the company hears, at long " +
			"last, of one ghost…",
		"In which the company hears, at long last, of ghosts and bells rings": "In which the company hears, at long " +
			"last, of ghosts and…",
		"In which the company hears, at long last, of ghosts and others too": "In which the company hears, at long " +
			"last, of ghosts and…",
	} {
		require.Equal(t, want, Shorten(text))
	}
}

func TestCapitals(t *testing.T) {
	for name, want := range map[string]string{
		"lady capulet":         "Lady Capulet",
		"inés de la cruz":      "Inés de la Cruz",
		"the lady of shalott":  "The Lady of Shalott",
		"a night at the manor": "A Night at the Manor",
		"shangri la":           "Shangri La",
		"ásgeir":               "Ásgeir",
		"":                     "",
	} {
		require.Equal(t, want, Capitals(name))
	}
}

func TestClean(t *testing.T) {
	require.Equal(t, "a b c � d", Clean(" a\r\n\tb\u2028\u2029c \v d\u3000"))
}

func TestPossessive(t *testing.T) {
	for name, want := range map[string]string{"Ann": "Ann’s", "you": "your", "You": "Your", "Ann and you": "Ann and your",
		"Youri": "Youri’s", "the otters": "the otters’s", "": "’s"} {
		require.Equal(t, want, Possessive(name, false))
	}
	require.Equal(t, "the otters’", Possessive("the otters", true))
}
