package web

import (
	"testing"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// The workbench says which statement a state violates, and the player goes back.
func TestViolation(t *testing.T) {
	s := opened(t, small(shift+"#never paid_and_tired : coin * tired.\n"))
	s.clicks(".move", "earn")
	s.clicks(".move", "rest")
	s.says("#choices", "A statement of the program is violated:")
	s.says("#choices", "paid_and_tired is violated: coin and tired are there together")
	s.says("#status", "A statement of the program is violated")
	chromium.Photograph(t, s.ctx, "violation.png")
	s.keys("u")
	s.says("#choices", "rest")
}
