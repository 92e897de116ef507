// Package graphviz places the nodes and edges of a diagram as Graphviz does.
//
// Graphviz 12.1 is part of the program by the library github.com/goccy/go-graphviz. The library has one
// instance of Graphviz for the process, which must not be used by two goroutines at a time, cannot be
// stopped, keeps 0.2 MB of memory a drawing, and reports errors of earlier drawings. So a worker draws: the
// program, started once more with a variable in its environment. It takes drawings from its standard
// input, one after another, and is killed where a context ends. There are as many workers as drawings
// at the same time, up to one a processor, and each is replaced after some drawings.
//
//	place.go    a diagram → DOT → places in the diagram
//	pool.go     the workers of this process
//	process.go  one worker, seen from here
//	worker.go   one worker, seen from inside
//	cache.go    the native code that workers keep
//	hollow      what spares the processes that draw nothing from loading Graphviz
package graphviz

import (
	"context"
	"fmt"
)

// Refusal is the error of a drawing that Graphviz cannot lay out. It depends on the
// drawing alone: it comes again whenever the same drawing is laid out.
type Refusal struct{ reason error }

func (r *Refusal) Error() string { return fmt.Sprintf("graphviz: %v", r.reason) }

// Unwrap returns the reason.
func (r *Refusal) Unwrap() error { return r.reason }

var workers = newPool()

// run has an engine of Graphviz lay out a drawing in its language, and returns it in
// one of its formats. It returns ctx.Err() as soon as the context ends, and a [Refusal]
// where Graphviz does not come to an end.
func run(ctx context.Context, engine, format string, dot []byte) ([]byte, error) {
	return workers.draw(ctx, request{Engine: engine, Format: format, DOT: dot})
}
