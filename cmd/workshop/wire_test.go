package workshop

import (
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/exec/workload"
)

// reader unpacks replies as the page does.
type reader struct {
	seen    string
	known   []any // bodies
	painted []any // colours
}

// place gives the parts of a card their places.
func place(part any, path string, from float64) any {
	switch x := part.(type) {
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = place(x[i], path, from)
		}
		return out
	case map[string]any:
		out := make(map[string]any)
		for name, value := range x {
			out[name] = place(value, path, from)
		}
		if _, ok := x["from"]; ok {
			out["from"], out["to"] = x["from"].(float64)+from, x["to"].(float64)+from
			if p := x["path"].(string); p == "" || p[0] == '/' {
				out["path"] = path + p
			}
		}
		return out
	}
	return part
}

// ask asks for a packed reply, and unpacks it.
func (r *reader) ask(t *testing.T, h *Handler, request map[string]any) map[string]any {
	t.Helper()
	request["seen"] = r.seen
	reply := ask(t, h, request)
	require.Nil(t, reply["error"])
	text, ok := reply["text"].(string)
	if !ok {
		text = request["text"].(string)
	}
	r.seen = reply["packed"].(string)
	delete(reply, "packed")
	var bodies []any
	unpack := func(list any) any {
		out := []any{}
		for _, c := range list.([]any) {
			card := c.([]any)
			body := card[2]
			if n, known := body.(float64); known {
				body = r.known[int(n)]
			}
			bodies = append(bodies, body)
			out = append(out, place(body, card[0].(string), card[1].(float64)))
		}
		return out
	}
	outline := reply["outline"].(map[string]any)
	for _, name := range []string{"types", "predicates"} {
		outline[name] = unpack(outline[name])
	}
	units := utf16.Encode([]rune(text))
	for _, s := range outline["stages"].([]any) {
		stage := s.(map[string]any)
		if stage["text"] == nil {
			stage["text"] = string(utf16.Decode(units[int(stage["from"].(float64)):int(stage["to"].(float64))]))
		}
		stage["rules"], stage["texts"] = unpack(stage["rules"]), unpack(stage["texts"])
	}
	for _, name := range []string{"links", "contexts", "runs", "statements", "texts"} {
		outline[name] = unpack(outline[name])
	}
	r.known = bodies
	colours := reply["colours"].(map[string]any)
	first, last := int(colours["first"].(float64)), int(colours["last"].(float64))
	r.painted = slices.Concat(r.painted[:first], colours["runs"].([]any), r.painted[len(r.painted)-last:])
	reply["colours"] = r.painted
	return reply
}

// A packed reply says what a plain one says, whatever the page has seen before.
func TestPacked(t *testing.T) {
	files, err := fs.Glob(examples.FS, "*.cep")
	require.NoError(t, err)
	h, page, late := new(Handler), new(reader), new(reader)
	for _, file := range files {
		data, err := fs.ReadFile(examples.FS, file)
		require.NoError(t, err)
		text := string(data)
		half := text[:strings.LastIndexByte(text[:len(text)/2], '\n')]
		for i, variant := range []string{text, "% \U0001f600\n" + text, half, strings.Replace(text, " * ", " ** ", 1), text} {
			request := map[string]any{"do": "outline", "text": variant}
			want := ask(t, h, request)
			require.Equal(t, want, page.ask(t, h, request), "%s %d", file, i)
			if i%2 == 0 { // this page has seen others
				require.Equal(t, want, late.ask(t, h, request), "%s %d", file, i)
			}
		}
		request := map[string]any{"do": "edit", "text": text, "edit": map[string]any{"do": "type", "name": "quite_new"}}
		want := ask(t, h, request)
		require.Equal(t, want, page.ask(t, h, request), file)
	}
}

// After a change of one rule, the reply is short.
func TestPackedIsShort(t *testing.T) {
	h, page := new(Handler), new(reader)
	text := workload.Stages(500)
	page.ask(t, h, map[string]any{"do": "outline", "text": text})
	changed := map[string]any{"do": "edit", "text": text, "seen": page.seen,
		"edit": map[string]any{"do": "mode", "at": "180/7/l0", "mode": "kept"}}
	request, err := json.Marshal(changed)
	require.NoError(t, err)
	reply := h.Handle(t.Context(), request)
	require.Contains(t, string(reply), "$at49 X Y * at49 X Z")
	require.Less(t, len(reply), 2*len(text))
	require.Equal(t, ask(t, h, changed)["packed"], ask(t, h, changed)["packed"])
}
