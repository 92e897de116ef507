// Command wasm is the engine as browsers run it: built for js/wasm, it answers the
// requests of the pages for play and of the workshop as [workshop.Handler.Handle] does. For
// that it leaves a function in the global scope, which takes a request and returns the reply,
// both as JSON:
//
//	ceptre('{"do": "open", "text": "…"}')
//
// Its settings stand there before it starts, as JSON, too; see package packed:
//
//	ceptreSettings = '{"theme": {…}, "by": "…", "memory": 1000000000}'
//
// It ends when it is out of memory or stack; then everything that was opened is lost, and
// the page starts another.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/cmd/play/sketch"
	"github.com/ceptre-graph/ceptre/cmd/release"
	"github.com/ceptre-graph/ceptre/cmd/workshop"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/themes"
)

func main() {
	o := read()
	debug.SetGCPercent(400) // there is no other thread to collect, so it is done less often
	debug.SetMemoryLimit(int64(o.Memory))
	e := &engine{settings: o}
	js.Global().Set("ceptre",
		js.FuncOf(func(_ js.Value, args []js.Value) any { return string(e.answer([]byte(args[0].String()))) }))
	select {}
}

// engine answers requests.
type engine struct {
	settings
	handler *workshop.Handler // nil before there was a request
}

// answer answers a request. A handler that takes too much memory is given up.
func (e *engine) answer(request []byte) []byte {
	if e.handler == nil {
		e.handler = &workshop.Handler{Play: &game.Handler{
			Limits:    exec.Limits{ProofSteps: e.ProofSteps, MatchSteps: e.MatchSteps},
			Generator: &trace.Generator{Name: "ceptre", Version: release.Version},
			Draw:      sketch.Sketch{Theme: e.Theme}.Draw,
			Adapt:     session.Adapt, // programs change in the workshop
		}}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	go measure(ctx, e.Memory, cancel)
	reply := e.handler.Handle(ctx, request)
	if spent, ok := errors.AsType[*exec.LimitError](context.Cause(ctx)); ok {
		e.handler = nil
		return game.Refuse(spent, true)
	}
	return reply
}

// defaultMemory is the bound of the engine's memory, in bytes. Browsers end the engine only at
// some four times as much.
const defaultMemory = 1 << 30

// settings are those of package packed.
type settings struct {
	Theme      *themes.Theme
	Memory     uint64
	ProofSteps int
	MatchSteps int
}

// read reads the settings. They are ours: where they say nothing, all is as usual.
func read() settings {
	o := settings{Memory: defaultMemory}
	if text := js.Global().Get("ceptreSettings"); text.Type() == js.TypeString {
		if err := json.Unmarshal([]byte(text.String()), &o); err != nil {
			panic(err)
		}
	}
	return o
}

// interval is the time between two measurements of memory.
const interval = 20 * time.Millisecond

// measure ends a context if the engine takes more memory than some number of bytes. Nothing outside of
// the engine can measure its memory. The work makes room for it by [limit.Yielding].
func measure(ctx context.Context, most uint64, end context.CancelCauseFunc) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if taken() <= most {
			continue
		}
		if runtime.GC(); taken() > most {
			end(&exec.LimitError{Limit: "memory",
				Reason: fmt.Sprintf("it took more than %d MiB of memory, and was given up", most>>20)})
			return
		}
	}
}

// taken returns the memory in use in bytes, with garbage that is not collected yet.
func taken() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m) // this stops the world, which is cheap: there are no other threads
	return m.HeapAlloc
}
