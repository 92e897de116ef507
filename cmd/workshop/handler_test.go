package workshop

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
)

// ask sends a request to a handler, and returns the reply.
func ask(t *testing.T, h *Handler, request map[string]any) map[string]any {
	t.Helper()
	data, err := json.Marshal(request)
	require.NoError(t, err)
	var reply map[string]any
	require.NoError(t, json.Unmarshal(h.Handle(t.Context(), data), &reply))
	return reply
}

// door is a small world, with characters that have several bytes, or two units.
const door = `door : type. % 😀
hall : door.
open door : pred.
shut door : pred.
stage play {
  push : shut D -o opn D.
}
#trace _ play { shut hall }.
`

// Messages have their places in units, and a fix.
func TestMessages(t *testing.T) {
	reply := ask(t, new(Handler), map[string]any{"do": "outline", "text": door})
	require.Nil(t, reply["error"])
	list := reply["messages"].([]any)
	require.NotEmpty(t, list)
	m := list[0].(map[string]any)
	require.Equal(t, "unknown-name", m["code"])
	require.Contains(t, m["text"], "unknown predicate `opn`\ndid you mean `open`?")
	require.Equal(t, false, m["warning"])
	require.Equal(t, []any{6.0, 20.0}, []any{m["line"], m["col"]})
	text := utf16.Encode([]rune(door))
	part := func(m map[string]any) string {
		return string(utf16.Decode(text[int(m["from"].(float64)):int(m["to"].(float64))]))
	}
	require.Equal(t, "opn", part(m))
	fix := m["fixes"].([]any)[0].(map[string]any)
	require.Equal(t, "change to `open`", fix["label"])
	change := fix["edits"].([]any)[0].(map[string]any)
	require.Equal(t, "open", change["text"])
	require.Equal(t, "opn", part(change))
}

// A message has all its fixes, and where a change reaches many places, the edit that makes it.
func TestFixes(t *testing.T) {
	h := new(Handler)
	labels := func(text string) (all []string) {
		for _, m := range ask(t, h, map[string]any{"do": "outline", "text": text})["messages"].([]any) {
			for _, f := range m.(map[string]any)["fixes"].([]any) {
				all = append(all, f.(map[string]any)["label"].(string))
			}
		}
		return all
	}
	require.Equal(t, []string{"change to `Who`", "add `who : c.`"},
		labels("c : type. romeo : c. at c : pred.\ngo : at who -o at romeo.\n#trace _ main { at romeo }."))
	const tested = "p : pred. q : pred. go : q * $p -o (). #trace _ main { p, q }."
	require.Equal(t, []string{"make all facts of `p` permanent"}, labels(tested))
	reply := ask(t, h, map[string]any{"do": "edit", "text": tested, "edit": map[string]any{"do": "permanent", "at": "0"}})
	require.Contains(t, reply["text"], "go : q * !p -o (). #trace _ main { !p, q }.")
}

// Options are what fits a place, and none where there is no such place.
func TestOptions(t *testing.T) {
	reply := ask(t, new(Handler), map[string]any{"do": "options", "text": door, "at": "4/0", "side": "l"})
	require.Nil(t, reply["error"])
	option := map[string]any{"kind": "predicate", "label": "open door", "term": "open D", "pred": "open"}
	require.Equal(t, option, reply["options"].([]any)[0])
	require.Empty(t, ask(t, new(Handler), map[string]any{"do": "options", "text": door, "at": "9"})["options"])
}

// Colours cover the text.
func TestColours(t *testing.T) {
	reply := ask(t, new(Handler), map[string]any{"do": "outline", "text": door})
	units, at := utf16.Encode([]rune(door)), 0
	found := map[string]string{}
	for _, c := range reply["colours"].([]any) {
		pair := c.([]any)
		n := int(pair[0].(float64))
		found[string(utf16.Decode(units[at:at+n]))] = pair[1].(string)
		at += n
	}
	require.Equal(t, len(units), at)
	require.Equal(t, "c1", found["% 😀"])
	require.Equal(t, "ow", found["-o"])
}

func TestFormat(t *testing.T) {
	reply := ask(t, new(Handler), map[string]any{"do": "format", "text": "a:pred.\nb :   pred."})
	require.Equal(t, "a : pred.\nb : pred.\n", reply["text"])
	require.NotNil(t, reply["outline"])
	reply = ask(t, new(Handler), map[string]any{"do": "format", "text": "a : pred"})
	require.Contains(t, reply["error"], "world.cep:1:")
}

// The gallery has kits and examples, each a program that is right.
func TestGallery(t *testing.T) {
	h := new(Handler)
	kinds := map[string]int{}
	for _, e := range ask(t, h, map[string]any{"do": "gallery"})["examples"].([]any) {
		e := e.(map[string]any)
		kinds[e["kind"].(string)]++
		require.NotEmpty(t, e["title"])
		require.False(t, strings.HasSuffix(e["title"].(string), "."))
		for _, m := range ask(t, h, map[string]any{"do": "outline", "text": e["text"]})["messages"].([]any) {
			require.Equal(t, true, m.(map[string]any)["warning"], "%s: %v", e["name"], m)
		}
	}
	require.GreaterOrEqual(t, kinds["kit"], 4)
	require.GreaterOrEqual(t, kinds["example"], 15)
}

// Requests that are not about a text go to the play, which refuses malformed ones.
func TestOthers(t *testing.T) {
	h := new(Handler)
	text := strings.Replace(door, "opn", "open", 1)
	reply := ask(t, h, map[string]any{"do": "open", "text": text})
	require.Nil(t, reply["error"])
	require.NotNil(t, reply["view"])
	reply = ask(t, h, map[string]any{"do": "choose", "number": 1, "known": 1})
	require.Nil(t, reply["error"])
	require.Len(t, reply["points"], 1)
	require.Contains(t, ask(t, h, map[string]any{"do": "fly"})["error"], "there is no request")
	require.Contains(t, ask(t, h, map[string]any{"do": "outline", "text": 5})["error"], "not understood")
	require.Contains(t, ask(t, h, map[string]any{"do": "outline", "text": strings.Repeat(" ", MostText+1)})["error"],
		"too large")
	require.Contains(t, string(h.Handle(t.Context(), []byte("{"))), "not understood")
}

// Several requests about one text analyse it once.
func TestAnalysedOnce(t *testing.T) {
	h := new(Handler)
	ask(t, h, map[string]any{"do": "outline", "text": door})
	first := h.last
	ask(t, h, map[string]any{"do": "outline", "text": door})
	require.Same(t, first, h.last)
	ask(t, h, map[string]any{"do": "outline", "text": door + " "})
	require.NotSame(t, first, h.last)
}

// The reply to an edit has the new text with its cards; a refusal says why.
func TestEdit(t *testing.T) {
	h := new(Handler)
	reply := ask(t, h, map[string]any{"do": "edit", "text": door, "edit": map[string]any{"do": "type", "name": "key"}})
	require.Nil(t, reply["error"])
	require.Contains(t, reply["text"], "key : type.")
	require.Contains(t, reply["text"], "😀")
	types := reply["outline"].(map[string]any)["types"].([]any)
	require.Equal(t, "key", types[1].(map[string]any)["name"])
	require.Contains(t, ask(t, h, map[string]any{"do": "edit", "text": door})["error"], "says no change.")
	reply = ask(t, h, map[string]any{"do": "edit", "text": door, "edit": map[string]any{"do": "fly"}})
	require.Equal(t, `There is no edit "fly".`, reply["error"])
}

// Offsets of completions and names are in units.
func TestAssist(t *testing.T) {
	h := new(Handler)
	at := func(part string) int {
		before, _, found := strings.Cut(door, part)
		require.True(t, found)
		return len(utf16.Encode([]rune(before)))
	}
	reply := ask(t, h, map[string]any{"do": "hover", "text": door, "offset": at("hall }")})
	require.Equal(t, "hall : door", reply["hover"])
	require.Equal(t, []any{float64(at("hall }")), float64(at(" }."))}, []any{reply["from"], reply["to"]})
	require.Empty(t, ask(t, h, map[string]any{"do": "hover", "text": door, "offset": at("😀")})["hover"])

	reply = ask(t, h, map[string]any{"do": "complete", "text": door, "offset": at("n D.")})
	require.Equal(t, float64(at("opn")), reply["from"])
	require.Contains(t, reply["items"], map[string]any{"label": "open", "insert": "open", "kind": "predicate",
		"note": "open door : pred"})

	right := strings.Replace(door, "opn", "open", 1)
	reply = ask(t, h, map[string]any{"do": "renameAt", "text": right, "offset": at("hall :"), "name": "attic"})
	require.Equal(t, strings.ReplaceAll(right, "hall", "attic"), reply["text"])
	reply = ask(t, h, map[string]any{"do": "renameAt", "text": right, "offset": at("hall :"), "name": "a b"})
	require.Regexp(t, `^[A-Z\x60].*\.$`, reply["error"])
	reply = ask(t, h, map[string]any{"do": "renameAt", "text": right, "offset": at("😀"), "name": "attic"})
	require.Equal(t, "There is no name here.", reply["error"])
}

// Tasks of the tour are answered for right programs; those with errors have not done any.
func TestTask(t *testing.T) {
	h := new(Handler)
	reply := ask(t, h, map[string]any{"do": "task", "text": door, "task": "things"})
	require.Equal(t, false, reply["done"])
	require.Equal(t, "The program has errors: see the messages at its cards.", reply["says"])
	reply = ask(t, h, map[string]any{"do": "task", "text": "x : type. a : x. b : x. c : x.", "task": "things"})
	require.Equal(t, map[string]any{"done": true, "says": "The type x has a, b and c."}, reply)
	reply = ask(t, h, map[string]any{"do": "task", "text": "", "task": "dance"})
	require.Equal(t, `There is no task "dance".`, reply["error"])
}
