// Package graphviz places the nodes and edges of a diagram as Graphviz does.
//
// Graphviz 12.1 is part of the program, as the WebAssembly module of the library
// github.com/goccy/go-graphviz (its licence, and Graphviz's, stand beside it). The
// module runs here without that library, whose one instance for the whole process
// may not be used by two at a time, cannot be stopped, keeps memory, and starts
// before main even where nothing is drawn. Here each picture has an instance of its
// own, which costs a millisecond: pictures can be drawn at the same time, the memory
// goes with the instance, a context that ends stops it, and nothing starts before
// the first picture. A test holds what comes out against the library's.
package graphviz

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"sync"

	"github.com/ceptre-graph/ceptre/render/usercache"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

//go:embed graphviz.wasm
var module []byte

// graphviz is the module, compiled, from which instances are made.
type graphviz struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
}

// compiled returns the module, compiled when it is first needed.
var compiled = sync.OnceValues(func() (*graphviz, error) { return compile(context.Background(), module, usercache.Folder("graphviz")) })

// compile compiles a module, or takes the native code from a cache folder, "" for none.
// A cache that is damaged, full or cannot be written is repaired or done without.
func compile(ctx context.Context, module []byte, dir string) (*graphviz, error) {
	if dir != "" && clean(dir) == nil {
		if cache, err := wazero.NewCompilationCacheWithDir(dir); err == nil {
			if gv, err := load(ctx, module, cache); err == nil {
				seal(dir)
				return gv, nil
			}
			_ = cache.Close(ctx) // nothing of it is in use
		}
	}
	return load(ctx, module, nil)
}

// load compiles a module, with a cache or without one.
func load(ctx context.Context, module []byte, cache wazero.CompilationCache) (_ *graphviz, err error) {
	// An instance ends with its picture, the code with the process.
	config := wazero.NewRuntimeConfig().WithCloseOnContextDone(true)
	if cache != nil {
		config = config.WithCompilationCache(cache)
	}
	gv := &graphviz{runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	defer func() {
		if err != nil {
			_ = gv.runtime.Close(ctx) // nothing of it is in use
		}
	}()
	if gv.code, err = gv.runtime.CompileModule(ctx, module); err != nil {
		return nil, err
	}
	if _, err = wasi_snapshot_preview1.Instantiate(ctx, gv.runtime); err != nil {
		return nil, err
	}
	return gv, gv.provide(ctx)
}

// provide gives the module the functions that it wants from the library, by which
// plugins written in Go are called. There are none of these here.
func (gv *graphviz) provide(ctx context.Context) error {
	const library = "env"
	host := gv.runtime.NewHostModuleBuilder(library)
	for _, f := range gv.code.ImportedFunctions() {
		if from, name, _ := f.Import(); from == library {
			missing := api.GoFunc(func(context.Context, []uint64) { panic("graphviz calls " + name) })
			host.NewFunctionBuilder().WithGoFunction(missing, f.ParamTypes(), f.ResultTypes()).Export(name)
		}
	}
	_, err := host.Instantiate(ctx)
	return err
}

// Refusal is the error of a drawing that Graphviz cannot lay out. It depends on the
// drawing alone: it comes again whenever the same drawing is laid out.
type Refusal struct{ reason error }

func (r *Refusal) Error() string { return fmt.Sprintf("graphviz: %v", r.reason) }

// Unwrap returns the reason.
func (r *Refusal) Unwrap() error { return r.reason }

// run does [graphviz.run] with the module, compiled when it is first needed.
func run(ctx context.Context, engine, format string, dot []byte) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	gv, err := compiled()
	if err != nil {
		return nil, fmt.Errorf("graphviz: %w", err)
	}
	return gv.run(ctx, engine, format, dot)
}

// run has an engine of Graphviz lay out a drawing in its language, and returns it in
// one of its formats. It returns ctx.Err() as soon as the context ends, and a [Refusal]
// where Graphviz does not come to an end.
func (gv *graphviz) run(ctx context.Context, engine, format string, dot []byte) ([]byte, error) {
	i, err := gv.instance(ctx)
	if err != nil {
		return nil, cmp.Or(ctx.Err(), fmt.Errorf("graphviz: %w", err))
	}
	defer i.Close(context.WithoutCancel(ctx)) // what is still to be freed
	out := i.lay(engine, format, dot)
	if i.err != nil {
		return nil, cmp.Or[error](ctx.Err(), &Refusal{i.err})
	}
	return out, nil
}
