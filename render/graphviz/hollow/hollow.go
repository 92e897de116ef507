// Package hollow keeps commands that draw nothing from loading Graphviz.
//
// The package init of github.com/goccy/go-graphviz loads Graphviz, as a WebAssembly module, in every
// process of a program that is linked with it: 20 ms of work where a cache holds the native code,
// 400 ms and more where none does, and the cache lies where other users may write. So this package
// puts a module in its place that has the functions which that init calls, without anything in
// them; that takes 1 ms. Only the processes that draw, with [Variable] set, load Graphviz.
//
// Go initializes packages in the order of their paths, each after the packages it imports. This
// package imports the standard library only and its path sorts first, so it runs before the
// library's. It reaches the module by a linkname, since the library has no other way to it. A test
// fails where a new version of the library makes that ineffective.
package hollow

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	_ "unsafe" // for linkname
)

// Variable is the environment variable that makes a process draw for the process that started it.
const Variable = "CEPTRE_GRAPHVIZ_WORKER"

// Worker reports whether this process draws for another.
var Worker = os.Getenv(Variable) != ""

// module is the library's WebAssembly module, from which its init makes Graphviz. It is nil in a
// program without the library.
//
//go:linkname module github.com/goccy/go-graphviz/internal/wasm.wasmFile
var module []byte

// temporary is the directory for temporary files that the environment names, restored by [Restore].
var temporary, hadTemporary = os.LookupEnv(TemporaryVariable())

// This is the exception to the rule that packages here have no init: it has to run before the
// init of another package.
func init() {
	if Worker {
		// Ctrl-C reaches all processes of a terminal. A worker ends with the process that started it.
		signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		return
	}
	if len(module) > 0 {
		module = hollow(module)
	}
	_ = os.Setenv(TemporaryVariable(), os.DevNull) // so the library finds no folder for a cache
}

// Restore gives the directory for temporary files back. Call it after the library's init.
func Restore() {
	switch {
	case Worker:
	case hadTemporary:
		_ = os.Setenv(TemporaryVariable(), temporary)
	default:
		_ = os.Unsetenv(TemporaryVariable())
	}
}

// TemporaryVariable returns the environment variable that names the directory for temporary files,
// in which the library has the folder of its cache.
func TemporaryVariable() string {
	if runtime.GOOS == "windows" {
		return "TMP"
	}
	return "TMPDIR"
}

// The sections of a WebAssembly module that are read or written here, and the size of what precedes
// the first.
const (
	header    = 8
	types     = 1
	functions = 3
	memories  = 5
	exports   = 7
	bodies    = 10
)

// The functions of a hollow module. Their numbers are those of their types.
const (
	constant = iota // returns a number
	malloc          // takes a number, returns a number
	free            // takes a number
	set             // takes two numbers
)

// hollow returns a module with a page of memory and the functions of another module that the
// library's init calls: those that return the numbers of constants, those that make objects,
// those that write the fields of a graph descriptor, and three more.
func hollow(full []byte) []byte {
	list, count := []byte(nil), uint64(0)
	for name := range exported(full) {
		function := byte(constant)
		switch {
		case bytes.Equal(name, []byte("malloc")):
			function = malloc
		case bytes.Equal(name, []byte("free")):
			function = free
		case bytes.HasPrefix(name, []byte("wasm_bridge_set_GraphDescriptor_")),
			bytes.Equal(name, []byte("wasm_bridge_setError")):
			function = set
		case !bytes.HasPrefix(name, []byte("wasm_bridge_get_")) && !bytes.HasPrefix(name, []byte("wasm_bridge_new_")):
			continue
		}
		list = append(binary.AppendUvarint(list, uint64(len(name))), name...)
		list = append(list, 0, function) // 0 is the kind: a function
		count++
	}
	out := bytes.Clone(full[:header])
	section := func(id byte, content ...byte) {
		out = append(binary.AppendUvarint(append(out, id), uint64(len(content))), content...)
	}
	const number, get, end = 0x7f, 0x41, 0x0b // the numbers that are returned are within the memory
	section(types, 4, 0x60, 0, 1, number, 0x60, 1, number, 1, number, 0x60, 1, number, 0, 0x60, 2, number, number, 0)
	section(functions, 4, constant, malloc, free, set)
	section(memories, 1, 0, 1)
	section(exports, append(binary.AppendUvarint(nil, count), list...)...)
	section(bodies, 4, 4, 0, get, header, end, 4, 0, get, header, end, 2, 0, end, 2, 0, end)
	return out
}

// exported yields the names of the exports of a module.
func exported(module []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		rest := module[header:]
		number := func() uint64 {
			n, size := binary.Uvarint(rest)
			rest = rest[size:]
			return n
		}
		for len(rest) > 0 {
			id := rest[0]
			rest = rest[1:]
			size := number()
			if id != exports {
				rest = rest[size:]
				continue
			}
			for range number() {
				size := number()
				name := rest[:size]
				rest = rest[size+1:] // and the kind
				number()
				if !yield(name) {
					return
				}
			}
			return
		}
	}
}
