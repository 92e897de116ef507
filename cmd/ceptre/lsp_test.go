package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// editor talks to the command as editors do.
type editor struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func startEditor(t *testing.T) *editor {
	e := &editor{t: t, cmd: exec.Command("ceptre", "lsp")}
	var err error
	e.in, err = e.cmd.StdinPipe()
	require.NoError(t, err)
	out, err := e.cmd.StdoutPipe()
	require.NoError(t, err)
	e.out = bufio.NewReader(out)
	require.NoError(t, e.cmd.Start())
	t.Cleanup(func() { _ = e.cmd.Process.Kill() }) // it has ended, if all is well
	return e
}

func (e *editor) send(message string) {
	_, err := fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(message), message)
	require.NoError(e.t, err)
}

// receive returns the next message.
func (e *editor) receive() map[string]any {
	header, err := textproto.NewReader(e.out).ReadMIMEHeader()
	require.NoError(e.t, err)
	length, err := strconv.Atoi(header.Get("Content-Length"))
	require.NoError(e.t, err)
	body := make([]byte, length)
	_, err = io.ReadFull(e.out, body)
	require.NoError(e.t, err)
	var message map[string]any
	require.NoError(e.t, json.Unmarshal(body, &message))
	return message
}

// An editor starts the server, opens a program, receives its diagnostics, and shuts the server
// down; the server ends though the editor keeps its pipe open.
func TestLanguageServer(t *testing.T) {
	e := startEditor(t)
	e.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)
	require.Contains(t, e.receive()["result"], "capabilities")
	e.send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	e.send(
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///p.cep",` +
			`"languageId":"ceptre","version":1,"text":"tok : prd."}}}`)
	told := e.receive()
	require.Equal(t, "textDocument/publishDiagnostics", told["method"])
	require.Len(t, told["params"].(map[string]any)["diagnostics"], 1)
	e.send(`{"jsonrpc":"2.0","id":"two","method":"shutdown"}`)
	require.Equal(t, map[string]any{"jsonrpc": "2.0", "id": "two", "result": nil}, e.receive())
	e.send(`{"jsonrpc":"2.0","method":"exit"}`)
	rest, err := io.ReadAll(e.out)
	require.NoError(t, err)
	require.Empty(t, rest)
	require.NoError(t, e.cmd.Wait())
}

// An editor that leaves without a word of goodbye gets status 1.
func TestLanguageServerLeftEarly(t *testing.T) {
	e := startEditor(t)
	e.send(`{"jsonrpc":"2.0","method":"exit"}`)
	var status *exec.ExitError
	require.ErrorAs(t, e.cmd.Wait(), &status)
	require.Equal(t, 1, status.ExitCode())
}

// A header without an end is no message: the command says so and fails.
func TestLanguageServerRefuses(t *testing.T) {
	for in, want := range map[string]string{
		strings.Repeat("x", 10_000): "a header of more than 8192 bytes\n",
		"Content-Length: 1000000000\r\n\r\n{...}": `a message of impossible length: "1000000000" (at most ` +
			`67108864 bytes are read)` + "\n",
	} {
		var out, errs strings.Builder
		c := exec.CommandContext(t.Context(), "ceptre", "lsp")
		c.Stdin, c.Stdout, c.Stderr = strings.NewReader(in), &out, &errs
		var status *exec.ExitError
		require.ErrorAs(t, c.Run(), &status)
		require.Equal(t, 1, status.ExitCode())
		require.Equal(t, "cannot read what the editor sends: "+want, errs.String())
		require.Empty(t, out.String())
	}
}
