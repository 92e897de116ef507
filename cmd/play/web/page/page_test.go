package page

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/site/locale"
)

// Every word that the pages ask for is there, and each that is there for them is asked for.
func TestWords(t *testing.T) {
	asked := map[string]bool{}
	for _, name := range Names() {
		if name == wordsFile {
			continue
		}
		data, err := Files.ReadFile(name)
		require.NoError(t, err)
		for _, key := range regexp.MustCompile(`(play|bench)-[a-z-]+[a-z]`).FindAllString(string(data), -1) {
			asked[key] = true
		}
	}
	for _, key := range locale.Keys() {
		if strings.HasPrefix(key, "play-") || strings.HasPrefix(key, locale.Workbench) {
			require.Contains(t, asked, key)
		}
	}
	for key := range asked {
		require.Contains(t, locale.Keys(), key)
	}
}

// The page to read on is in the language and the direction of the story, in the words of its author.
func TestRead(t *testing.T) {
	own := locale.Own{"play-undo": {"other": "<b>"}}
	data, err := Read("index.html", locale.For("ar", own))
	require.NoError(t, err)
	require.Contains(t, string(data), "&lt;b&gt;</button>")
	require.NotContains(t, string(data), "{{")
	data, err = Read("index.html", locale.For("de", nil))
	require.NoError(t, err)
	require.Contains(t, string(data), `<html lang="de" dir="ltr"`)
	require.Contains(t, string(data), ">Zurücknehmen</button>")
}

// The workbench is in the language of the story where we have words in it, and in English elsewhere.
func TestWorkbench(t *testing.T) {
	for _, language := range locale.Languages() {
		w := locale.For(language, locale.Own{"bench-undo": {"other": "<b>"}})
		data, err := Read("workbench.html", w)
		require.NoError(t, err)
		require.NotContains(t, string(data), "{{")
		require.Contains(t, string(data), `<html lang="`+language+`" dir="ltr"`)
		require.Contains(t, string(data), ">&lt;b&gt;</button>")
		require.Contains(t, string(data), ">"+w.Count("bench-reach-last", 25)+"</option>")
	}
	own := make(locale.Own)
	for _, key := range locale.Keys() {
		if !strings.HasPrefix(key, locale.Pictures) && !strings.HasPrefix(key, locale.Workbench) {
			own[key] = map[string]string{"other": "أدوات"}
		}
	}
	require.Equal(t, "ar", locale.For("ar", own).Language)
	data, err := Read("workbench.html", locale.For("ar", own))
	require.NoError(t, err)
	require.Contains(t, string(data), `<html lang="en" dir="ltr"`)
	require.Contains(t, string(data), `aria-label="Tools"`)
}
