//go:build engine

package packed

import (
	"context"
	_ "embed"

	"github.com/ceptre-graph/ceptre/cmd/play/wasm/compile"
)

//go:embed engine.wasm.gz
var code []byte

//go:embed wasm_exec.js
var support []byte

// Load returns the engine that the command has in it.
func Load(context.Context, func(line string)) (*compile.Engine, error) {
	return &compile.Engine{Code: code, Support: support}, nil
}
