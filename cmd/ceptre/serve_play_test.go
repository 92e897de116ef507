package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// program returns what the page for play is told of the program.
func (v *served) program() map[string]any {
	v.t.Helper()
	status, text := v.get("play/program.json")
	require.Equal(v.t, http.StatusOK, status)
	var out map[string]any
	require.NoError(v.t, json.Unmarshal([]byte(text), &out))
	return out
}

// asks sends a request as the page for play does.
func (v *served) asks(request map[string]any) map[string]any {
	v.t.Helper()
	return v.sends("play/send?session=1", request)
}

// sends sends a request to a path, and returns the reply.
func (v *served) sends(path string, request map[string]any) map[string]any {
	v.t.Helper()
	data, err := json.Marshal(request)
	require.NoError(v.t, err)
	answer, err := http.Post(v.url+path, "application/json", strings.NewReader(string(data)))
	require.NoError(v.t, err)
	defer answer.Body.Close()
	require.Equal(v.t, http.StatusOK, answer.StatusCode)
	var out map[string]any
	require.NoError(v.t, json.NewDecoder(answer.Body).Decode(&out))
	return out
}

// Beside the site of a program there is a page on which it is played.
func TestServePlay(t *testing.T) {
	v := begin(t, nil, folder(t, map[string]string{"duet.cep": duet, "duet.md": "## meet\n\nThey share a bench.\n"}),
		"duet.cep", "--seed", "5", "--theme", "paper")
	v.out.wait(t, "made in")
	require.Contains(t, v.out.String(), "play it at "+v.url+"play/\n")
	_, cover := v.get("")
	require.Contains(t, cover, `href="/play/"`)
	status, page := v.get("play")
	require.Equal(t, http.StatusOK, status, "by a redirect")
	require.Contains(t, page, `src="read.js"`)
	require.NotContains(t, page, "reload.js", "it does not lose what is tried by a change")

	program := v.program()
	require.Equal(t, duet, program["text"])
	require.Equal(t, "5", program["seed"])
	require.Contains(t, program["prose"], "bench")
	program["do"] = "open"
	reply := v.asks(program)
	require.Nil(t, reply["error"])
	reply = v.asks(map[string]any{"do": "choose", "number": 1})
	require.Contains(t, reply["view"].(map[string]any)["happened"].([]any)[0].(map[string]any)["text"], "meet")
	require.Contains(t, v.asks(map[string]any{"do": "picture"})["picture"], `href="#t1"`)

	require.Contains(t, v.asks(map[string]any{"do": "trace"})["trace"], `"seed":5`)

	write(t, v.dir, "duet.cep", strings.Replace(duet, "glad A.", "sad A.", 1))
	v.errs.wait(t, "sad")
	require.Contains(t, v.program()["text"], "sad", "the page says what is wrong")

	require.NoError(t, os.Remove(filepath.Join(v.dir, "duet.cep")))
	v.errs.wait(t, "no such file")
	require.Contains(t, v.program()["fault"], "duet.cep: no such file")
}
