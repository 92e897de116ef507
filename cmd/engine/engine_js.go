// Command engine is the engine as browsers run it: built for js/wasm, it answers the
// requests of a page for play as [desk.Session.Handle] does. For that it leaves a function
// in the global scope, which takes a request and returns the reply, both as JSON:
//
//	ceptre('{"do": "open", "text": "…"}')
//
// It ends when it is out of memory or stack; then everything that was opened is lost, and
// the page starts another.
package main

import (
	"context"
	"runtime/debug"
	"syscall/js"

	"github.com/ceptre-graph/ceptre/cmd/desk"
	"github.com/ceptre-graph/ceptre/cmd/release"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

func main() {
	debug.SetMemoryLimit(most)
	session := &desk.Session{Generator: &trace.Generator{Name: "ceptre", Version: release.Version}, Draw: draw}
	js.Global().Set("ceptre", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(session.Handle(&purse{Context: context.Background()}, []byte(args[0].String())))
	}))
	select {}
}
