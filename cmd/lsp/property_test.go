package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/examples"
	"github.com/creachadair/jrpc2"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// pieces are the texts that edits insert.
var pieces = append(strings.SplitAfter(world, " "), "\n", "\r\n", "\r", "𝔸", "é", "\"", "%", "(", ")", "{", "}", ".",
	",", ":", "*", "$", "!", "_",
	"#", "-o", "o-", "<-", "->", "<>", "N + 1", "stage ", "context ", "#trace ", "pred", "⊸", "’", "\ufeff",
	"\x00", "qui * ")

// whatever an editor does to a text and asks of it, the server answers, with
// places that the text has, or refuses with a reason.
func TestAnyEditAnyRequest(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		encoding := rapid.SampledFrom([]string{utf8Units, utf16Units}).Draw(r, "encoding")
		s := newSession(t, r, encoding)
		defer s.client.Close()
		now := newText(rapid.SampledFrom([]string{"", world}).Draw(r, "text"), encoding)
		places(r, now, s.open(now.src))
		for version := range rapid.IntRange(1, 5).Draw(r, "edits") {
			var changes []contentChange
			for range rapid.IntRange(0, 3).Draw(r, "changes") {
				c := genChange(now).Draw(r, "change")
				changes = append(changes, c)
				now = newText(now.changed(c), encoding)
			}
			places(r, now, s.change(version+2, changes...))
			for range rapid.IntRange(1, 5).Draw(r, "requests") {
				anyRequest(r, s, now)
			}
		}
		var symbols any
		s.ask("textDocument/documentSymbol", documentParams{documentID{URI: uri}}, &symbols)
		places(r, now, symbols)
	})
}

// newSession starts a session that reports its failures to a property.
func newSession(t *testing.T, r *rapid.T, encoding string) *session {
	s := begun(t, map[string]any{"general": map[string]any{"positionEncodings": []string{encoding}}})
	s.t = failing{t, r}
	return s
}

// failing is a test that reports its failures to rapid, which can then shrink them.
type failing struct {
	*testing.T
	r *rapid.T
}

func (f failing) Errorf(format string, args ...any) { f.r.Errorf(format, args...) }
func (f failing) FailNow()                          { f.r.FailNow() }

func genPosition(t text) *rapid.Generator[position] {
	return rapid.Custom(func(r *rapid.T) position {
		if rapid.IntRange(0, 9).Draw(r, "wild") == 0 {
			return position{rapid.IntRange(-2, 50).Draw(r, "line"), rapid.IntRange(-2, 90).Draw(r, "character")}
		}
		return t.position(rapid.IntRange(0, len(t.src)).Draw(r, "offset"))
	})
}

func genChange(t text) *rapid.Generator[contentChange] {
	return rapid.Custom(func(r *rapid.T) contentChange {
		c := contentChange{Text: strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 6).Draw(r, "pieces"), "")}
		if rapid.IntRange(0, 19).Draw(r, "whole") > 0 {
			c.Range = &textRange{genPosition(t).Draw(r, "start"), genPosition(t).Draw(r, "end")}
		}
		if c.Range != nil && rapid.Bool().Draw(r, "insertion") {
			c.Range.End = c.Range.Start
		}
		return c
	})
}

// anyRequest asks something, and checks the answer.
func anyRequest(r *rapid.T, s *session, now text) {
	at := positionParams{documentParams{documentID{URI: uri}}, genPosition(now).Draw(r, "position")}
	question := rapid.SampledFrom([]string{"hover", "definition", "references", "documentHighlight", "prepareRename",
		"rename", "completion", "formatting", "codeAction"}).Draw(r, "question")
	params := struct {
		renameParams
		Range textRange `json:"range"`
	}{renameParams{at, rapid.SampledFrom(pieces).Draw(r, "name")}, textRange{at.Position, genPosition(now).Draw(r, "end")}}
	answer, err := s.client.Call(context.Background(), "textDocument/"+question, params)
	var refusal *jrpc2.Error
	if errors.As(err, &refusal) {
		require.Equal(r, requestFailed, refusal.Code, refusal.Message)
		return
	}
	require.NoError(r, err)
	var result any
	require.NoError(r, answer.UnmarshalResult(&result))
	places(r, now, result)
}

// places checks that all ranges in an answer are places of the text: whole
// characters, and none behind the end of a line.
func places(r *rapid.T, now text, answer any) {
	switch answer := answer.(type) {
	case publishParams:
		for _, d := range answer.Diagnostics {
			within(r, now, d.Range)
			for _, note := range d.Related {
				within(r, now, note.Location.Range)
			}
		}
	case []any:
		for _, x := range answer {
			places(r, now, x)
		}
	case map[string]any:
		if line, ok := answer["line"].(float64); ok {
			p := position{int(line), int(answer["character"].(float64))}
			within(r, now, textRange{p, p})
		}
		for _, x := range answer {
			places(r, now, x)
		}
	}
}

func within(r *rapid.T, now text, where textRange) {
	start, end := now.offset(where.Start), now.offset(where.End)
	require.LessOrEqual(r, start, end)
	require.Equal(r, where, now.between(start, end))
	require.True(r, utf8.ValidString(now.src[start:end]))
}

// The examples are without fault, and every name in them can be asked for.
func TestExamples(t *testing.T) {
	names, err := fs.Glob(examples.FS, "*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		program, err := examples.FS.ReadFile(name)
		require.NoError(t, err)
		s := begun(t, map[string]any{})
		for _, said := range s.open(string(program)).Diagnostics {
			require.Equal(t, severityHint, said.Severity, name)
		}
		d := newDocument(documentID{URI: uri}, newText(string(program), utf16Units))
		require.NotEmpty(t, d.Mentions)
		for _, m := range d.Mentions {
			at := positionParams{documentParams{documentID{URI: uri}}, d.position(m.Start.Offset)}
			var told *hoverResult
			s.ask("textDocument/hover", at, &told)
			require.NotNil(t, told, "%s: %s", name, d.Spelled(&m))
		}
	}
}

// Messages of whatever kind end in an answer or an error, never in a panic.
func FuzzMessages(f *testing.F) {
	f.Add(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}` + "\n" +
		`[{"jsonrpc":"2.0","id":1,"method":"shutdown"},{"jsonrpc":"2.0","id":1,"result":3}]`)
	f.Add(`{"jsonrpc":"2.0","id":1,"method":"initialize"}` + "\n" +
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"a","text":"a : type."}}}` +
		"\n" +
		`{"jsonrpc":"2.0","id":"x","method":"textDocument/hover","params":{"textDocument":{"uri":"a"},` +
		`"position":{"line":0,"character":0}}}`)
	f.Add(`{"jsonrpc":"2.0","id":null,"method":"exit"}` + "\n" + `{"id":{}}` + "\n" + `[]` + "\n" + `null`)
	f.Fuzz(func(t *testing.T, session string) {
		var in strings.Builder
		for message := range strings.SplitSeq(session, "\n") {
			fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(message), message)
		}
		for _, piped := range []string{in.String(), session} {
			_ = Serve(t.Context(), cli.Streams{In: strings.NewReader(piped), Out: io.Discard})
		}
	})
}
