package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/render/cachedir"
	"github.com/goccy/go-graphviz"
)

// The library has started by now, and found its folder.
var _ = cachedir.Restore()

// turn holds a value while Graphviz works. The library is one WebAssembly
// module for the whole process; two layouts at a time spoil each other, at
// times without an error. A channel and not a mutex, so that who waits can
// still be cancelled.
var turn = make(chan struct{}, 1)

// layOut has Graphviz make an SVG of the DOT.
//
// Graphviz cannot be interrupted. Where the context ends first, layOut returns
// at once; the work goes on in the background and keeps its turn until it ends.
func layOut(ctx context.Context, dot []byte) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	type result struct {
		svg []byte
		err error
	}
	done := make(chan result, 1)
	go func() {
		defer func() { <-turn }()
		svg, err := convert(dot)
		done <- result{svg, err}
	}()
	select {
	case r := <-done:
		return r.svg, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// convert does the work of layOut. Whether it went well is judged by what comes
// out: the library's errors may be about an earlier picture, as Graphviz keeps
// its last message and counts warnings for the life of the process.
func convert(dot []byte) (svg []byte, err error) {
	defer func() {
		if p := recover(); p != nil { // the library panics where the module fails
			svg, err = nil, fmt.Errorf("graphviz: %v", p)
		}
	}()
	// The library ignores contexts; layOut does what can be done.
	ctx := context.Background()
	gv, err := graphviz.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("graphviz: %w", err)
	}
	defer gv.Close()
	graph, err := graphviz.ParseBytes(dot)
	if err != nil {
		return nil, fmt.Errorf("graphviz: %w", err)
	}
	if graph == nil {
		return nil, errors.New("graphviz: cannot read the drawing")
	}
	defer graph.Close()
	var out bytes.Buffer
	err = gv.Render(ctx, graph, graphviz.SVG, &out)
	if bytes.HasSuffix(bytes.TrimSpace(out.Bytes()), []byte("</svg>")) {
		return out.Bytes(), nil
	}
	return nil, errors.Join(errors.New("graphviz: no picture came out"), err)
}
