package graphviz

import (
	"bytes"
	"cmp"
	"context"
	"encoding/gob"
	"errors"
	"io"
	"os"
	"runtime"

	"github.com/ceptre-graph/ceptre/render/graphviz/hollow"
	library "github.com/goccy/go-graphviz"
)

// greeting is the first value that a worker sends, as soon as it can draw.
const greeting = "ceptre graphviz worker, protocol 1"

// request is a drawing to lay out.
type request struct {
	Engine, Format string
	DOT            []byte // in the language of Graphviz
}

// answer is the worker's answer to a request: the layout by Graphviz, or the reason why there is
// none.
type answer struct {
	Drawing []byte
	Refusal string
}

// Any program linked with this package, tests included, can be its own worker. A worker skips the
// initialization of the rest of the program.
func init() {
	hollow.Restore()
	if hollow.Worker {
		serve(os.Stdin, os.Stdout)
		os.Exit(0)
	}
}

// serve answers requests until there are no more, or until Graphviz refuses one: then its state
// cannot be trusted any more. The end of the requests ends the process even while Graphviz works, so no
// worker outlives the process that started it.
func serve(in io.Reader, out io.Writer) {
	// Code of WebAssembly is not interrupted: reading needs a thread of its own.
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))
	send := gob.NewEncoder(out)
	gv, err := library.New(context.Background())
	if err != nil || send.Encode(greeting) != nil {
		os.Exit(1)
	}
	requests := make(chan request)
	go func() {
		for receive := gob.NewDecoder(in); ; {
			var r request
			if err := receive.Decode(&r); err != nil {
				os.Exit(0)
			}
			requests <- r
		}
	}()
	for r := range requests {
		drawing, err := draw(gv, r)
		if err != nil {
			_ = send.Encode(answer{Refusal: cmp.Or(err.Error(), "no reason given")}) // the process ends anyway
			return
		}
		if send.Encode(answer{Drawing: drawing}) != nil {
			return
		}
	}
}

// draw has Graphviz lay out a drawing.
func draw(gv *library.Graphviz, r request) ([]byte, error) {
	graph, err := library.ParseBytes(r.DOT)
	if err != nil {
		return nil, err
	}
	if graph == nil { // the library returns no error where Graphviz gives no reason
		return nil, errors.New("cannot read the drawing")
	}
	defer graph.Close()
	var out bytes.Buffer
	gv.SetLayout(library.Layout(r.Engine))
	if err := gv.Render(context.Background(), graph, library.Format(r.Format), &out); err != nil {
		return nil, err
	}
	if out.Len() == 0 { // the same holds here
		return nil, errors.New("no layout")
	}
	return out.Bytes(), nil
}
