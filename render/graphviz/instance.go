package graphviz

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// instance is Graphviz for one picture: the module with a memory of its own. Its
// functions are those of Graphviz's C library, and its addresses are of 32 bits. After
// the first error it does nothing any more.
type instance struct {
	api.Module
	ctx context.Context
	err error
}

func (gv *graphviz) instance(ctx context.Context) (*instance, error) {
	m, err := gv.runtime.InstantiateModule(ctx, gv.code, wazero.NewModuleConfig().WithName(""))
	return &instance{Module: m, ctx: ctx}, err
}

// lay does what the command `dot` does. Nothing is freed: all goes with the instance.
func (i *instance) lay(engine, format string, dot []byte) []byte {
	gvc := i.call("gvContextPlugins", i.plugins(), 0)
	graph := i.call("agmemread", i.text(dot))
	if graph == 0 {
		i.fail(errors.New("cannot read the drawing"))
	}
	if status := i.call("gvLayout", gvc, graph, i.text([]byte(engine))); status != 0 {
		i.fail(fmt.Errorf("%s gives up with status %d", engine, int32(status)))
	}
	data, length := i.call("malloc", 4), i.call("malloc", 4)
	if status := i.call("gvRenderData", gvc, graph, i.text([]byte(format)), data, length); status != 0 {
		i.fail(fmt.Errorf("cannot write %s: status %d", format, int32(status)))
	}
	return slices.Clone(i.read(i.pointer(data), i.pointer(length)))
}

// plugins returns the address of the list of the plugins that are part of the module,
// as Graphviz wants it: a name and an address each, and zeros at the end. The
// library's bridge has it as a slice of pointers, 8 bytes apart.
func (i *instance) plugins() uint64 {
	at := i.call("malloc", 4)
	i.call("wasm_bridge_SymList_default", at)
	slice := i.pointer(at)
	n, entries := i.pointer(slice), i.pointer(slice+4)
	var list []byte
	for k := range n {
		list = append(list, i.read(i.pointer(entries+8*k), 8)...)
	}
	return i.text(binary.LittleEndian.AppendUint64(list, 0))
}

// call calls a function and returns its result, 0 where it has none.
func (i *instance) call(function string, args ...uint64) uint64 {
	if i.err != nil {
		return 0
	}
	results, err := i.ExportedFunction(function).Call(i.ctx, args...)
	if err != nil {
		i.fail(err)
	}
	if len(results) == 0 {
		return 0
	}
	return results[0]
}

func (i *instance) fail(err error) {
	if i.err == nil {
		i.err = err
	}
}

// text copies bytes into the module's memory, ended by a zero, and returns where.
func (i *instance) text(s []byte) uint64 {
	at := i.call("malloc", uint64(len(s))+1)
	if i.err == nil && !i.Memory().Write(uint32(at), append(slices.Clip(s), 0)) {
		i.fail(errors.New("no memory"))
	}
	return at
}

// read returns bytes of the module's memory, which stay valid until it next runs.
func (i *instance) read(at, n uint64) []byte {
	if i.err != nil {
		return nil
	}
	data, ok := i.Memory().Read(uint32(at), uint32(n))
	if !ok {
		i.fail(errors.New("no memory"))
	}
	return data
}

// pointer returns the number at an address.
func (i *instance) pointer(at uint64) uint64 {
	data := i.read(at, 4)
	if i.err != nil {
		return 0
	}
	return uint64(binary.LittleEndian.Uint32(data))
}
