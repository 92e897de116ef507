//go:build !engine

package packed

import (
	"context"

	"github.com/ceptre-graph/ceptre/cmd/play/wasm/compile"
)

// Load returns the engine, compiled if the user's cache does not have it. It calls say with lines
// for the user about slow work.
func Load(ctx context.Context, say func(line string)) (*compile.Engine, error) {
	return compile.Load(ctx, say)
}
