// Package compile makes the engine of playable pages: cmd/play/wasm, compiled for browsers by the
// user's Go. It finds the sources of the running command, compiles them once, and keeps the
// result in the user's cache, named by a hash of all that goes into it.
//
//	sources.go  where the sources of the running command are
//	golang.go   the go command: its environment and its errors
//	digest.go   the hash of the sources, of the compiler and of its flags
//	store.go    the engines in the user's cache
package compile

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// Engine is a compiled engine with the script that starts it.
type Engine struct {
	Code    []byte // WebAssembly, compressed by gzip
	Support []byte // wasm_exec.js, from the release of Go that compiled the code
}

// Load returns the engine that belongs to the running command: the one in the user's cache, or
// else one that it compiles. It calls say with a line for the user before it compiles, and where
// the engine cannot be kept.
func Load(ctx context.Context, say func(line string)) (*Engine, error) {
	return load(ctx, builtFrom(), say)
}

// load is Load for a command that was built from some sources.
func load(ctx context.Context, from origin, say func(string)) (*Engine, error) {
	kept := open()
	src, err := find(ctx, from)
	if err != nil {
		// Without Go or sources, the engine is the last that this command compiled.
		if e := kept.lastOf(executable()); e != nil && ctx.Err() == nil {
			return e, nil
		}
		return nil, err
	}
	key, err := src.digest(ctx)
	if err != nil {
		return nil, err
	}
	e, err := src.load(ctx, kept, key, say)
	if err == nil {
		kept.remember(executable(), key)
	}
	return e, err
}

// load returns the engine with a key from the cache, or compiles it and puts it there.
func (src sources) load(ctx context.Context, kept store, key string, say func(string)) (*Engine, error) {
	if e := kept.get(key); e != nil {
		return e, nil
	}
	unlock := kept.lock(ctx, func() { say("waiting for another process that compiles the engine of playable pages …") })
	defer unlock()
	if e := kept.get(key); e != nil { // the other process compiled it
		return e, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	say(fmt.Sprintf("compiling the engine of playable pages from %s, once; this takes a while …", src.dir))
	e, err := src.compile(ctx)
	if err != nil {
		return nil, err
	}
	if err := kept.put(key, e); err != nil {
		say(fmt.Sprintf("the engine cannot be kept, and is compiled again the next time: %v", err))
	}
	return e, nil
}

// enginePackage is the package of the engine, from the root of the module.
const enginePackage = "./cmd/play/wasm"

// flags are the flags of the compiler. They leave out all that depends on the machine or on the
// state of a repository, so that the same sources give the same bytes.
var flags = []string{"-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid="}

// compile compiles the engine.
func (src sources) compile(ctx context.Context) (*Engine, error) {
	dir, err := os.MkdirTemp("", "ceptre-engine-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "engine.wasm")
	args := append([]string{"build"}, flags...)
	src.tmp = dir
	if _, err := src.run(ctx, append(args, "-o", file, enginePackage)...); err != nil {
		return nil, err
	}
	code, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	support, err := os.ReadFile(filepath.Join(src.settings.GOROOT, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, fmt.Errorf("%s lacks a part that playable pages need: %w", src.settings.GOVERSION, err)
	}
	return &Engine{Code: compress(code), Support: support}, nil
}

// compress returns data compressed by gzip.
func compress(data []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is in range
	}
	_, _ = w.Write(data) // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}
