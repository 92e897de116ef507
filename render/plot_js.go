package render

import (
	"context"
	"fmt"
)

// plot is for formats that draw letters, which browsers have themselves.
func (p *Picture) plot(_ context.Context, f Format) ([]byte, error) {
	return nil, fmt.Errorf("no format %q in browsers", f)
}
