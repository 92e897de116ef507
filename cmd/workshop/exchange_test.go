package workshop

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A file of the older editor comes back as the program that it was made from.
func TestExchange(t *testing.T) {
	h := new(Handler)
	right := strings.Replace(door, "opn", "open", 1)
	reply := ask(t, h, map[string]any{"do": "export", "text": right})
	require.Nil(t, reply["error"], reply)
	reply = ask(t, h, map[string]any{"do": "import", "name": `C:\worlds\door.json`, "data": reply["data"]})
	require.Nil(t, reply["error"], reply)
	require.Equal(t, "door.cep", reply["name"])
	require.Contains(t, reply["text"], "push : shut D -o open D.")
	require.Contains(t, reply["text"], "shut hall")
	for _, m := range reply["messages"].([]any) {
		require.Equal(t, true, m.(map[string]any)["warning"], m)
	}
}

// Text is a program as it is, right or wrong, with line feeds; anything else is refused.
func TestImportText(t *testing.T) {
	h := new(Handler)
	reply := ask(t, h, map[string]any{"do": "import", "data": "\ufeffa : pred.\r\nb", "name": "a.txt"})
	require.Equal(t, []any{"a : pred.\nb", "a.cep"}, []any{reply["text"], reply["name"]})
	reply = ask(t, h, map[string]any{"do": "import", "data": "a\x00"})
	require.Equal(t, "This file is neither a program nor one of the web editor.", reply["error"])
	reply = ask(t, h, map[string]any{"do": "import", "data": `[[],[{"id":1`, "name": "x.json"})
	require.Contains(t, reply["error"], "x.json:1:")
	reply = ask(t, h, map[string]any{"do": "import", "data": strings.Repeat("%", MostText+1)})
	require.Contains(t, reply["error"], "too large")
}

// Where that editor has no place for a part, the reason names its card.
func TestExportRefuses(t *testing.T) {
	h := new(Handler)
	two := "a : pred.\nstage one { go : a -o a. }\nstage two { stop : a -o (). }\nqui * stage one -o stage two.\n" +
		"#trace _ one { a }.\n"
	reply := ask(t, h, map[string]any{"do": "export", "text": two})
	require.NotEmpty(t, reply["error"])
	reasons := reply["reasons"].([]any)
	require.NotEmpty(t, reasons)
	require.NotEmpty(t, reasons[0].(map[string]any)["path"])
	require.NotEmpty(t, reasons[0].(map[string]any)["text"])
	reply = ask(t, h, map[string]any{"do": "export", "text": door})
	require.Equal(t, "First put right what is wrong with the program.", reply["error"])
	require.NotPanics(t, func() { ask(t, h, map[string]any{"do": "export", "text": ""}) })
}

// A world in Celf becomes a program; the messages of a wrong one are told.
func TestImportFromCelf(t *testing.T) {
	h := new(Handler)
	reply := ask(t, h, map[string]any{"do": "import", "name": "inn.clf",
		"data": "lamp : type. dark : type. out : lamp -o {dark}.\n#trace * {lamp}."})
	require.Equal(t, "inn.cep", reply["name"])
	require.Contains(t, reply["text"], "out : lamp -o dark.")
	reply = ask(t, h, map[string]any{"do": "import", "name": "inn.clf", "data": "lamp : type. out : lamp -o {dark}."})
	require.Contains(t, reply["error"], "dark")
}
