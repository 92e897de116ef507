//go:build !engine

package packed

import (
	"context"

	"github.com/ceptre-graph/ceptre/cmd/engine/compile"
)

// Load returns the engine, compiled if the user's cache does not have it. Say is called with lines
// for the user, about what takes long.
func Load(ctx context.Context, say func(line string)) (*compile.Engine, error) {
	return compile.Load(ctx, say)
}
