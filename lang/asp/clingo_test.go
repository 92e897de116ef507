package asp

import (
	"testing"

	"github.com/ceptre-graph/ceptre/lang/asp/asptest"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The normal form of a program has the answer sets of the program, and clingo finds the same programs unsafe.
func TestClingo(t *testing.T) {
	if !asptest.Installed() {
		t.Skip("there is no clingo")
	}
	rapid.Check(t, func(rt *rapid.T) {
		text := asptest.Facts + asptest.Rule().Draw(rt, "rule")
		p, errs := parse(text)
		for _, e := range errs {
			require.Equal(rt, "not-supported", string(e.Code), "%s: %s", text, e)
		}
		if len(errs) > 0 {
			rt.Skip("not supported")
		}
		isUnsafe := logic.Check(p).Failed()
		want, unsafe := asptest.Clingo(rt, text)
		require.Equal(rt, unsafe, isUnsafe, text)
		if unsafe {
			return
		}
		got, _ := asptest.Clingo(rt, printed(p))
		require.Equal(rt, want, got, "%s\n%s", text, printed(p))
	})
}
