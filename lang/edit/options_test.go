package edit

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/stretchr/testify/require"
)

// An edit that adds a premise or fact writes what the options say, and keeps the program right.
func TestAddWhatOptionsSay(t *testing.T) {
	names, err := fs.Glob(examples.FS, "b*.cep")
	require.NoError(t, err)
	added := 0
	for _, name := range names {
		text, err := fs.ReadFile(examples.FS, name)
		require.NoError(t, err)
		a := lang.Analyse(name, text)
		o := outline.Of(a)
		for _, path := range append(o.Order, o.Stages[0].Path+"/0") {
			for _, side := range []string{"l", "r"} {
				for _, option := range outline.Options(a, path, side) {
					e := Edit{Do: "premise", At: path, Side: side, Pred: option.Pred}
					if n, _ := outline.Locate(a.File, path); isFactList(n) {
						e = Edit{Do: "fact", At: path, Pred: option.Pred}
					}
					result, err := applied(name, string(text), e)
					require.NoError(t, err, "%s %v", name, e)
					after := lang.Analyse(name, []byte(result.Text))
					require.NotNil(t, after.Program, "%s %v: %v", name, e, after.Errors)
					require.Greater(t, strings.Count(result.Text, option.Term), strings.Count(string(text), option.Term))
					added++
				}
			}
		}
	}
	require.NotZero(t, added)
}
