package emit

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// Programs become the files in the corpus, or are refused for the reasons there.
func TestProgram(t *testing.T) {
	corpustest.Check(t, "testdata/program.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		p, errs := lang.Load(in.Name, in.Data)
		require.NotNil(t, p, errs)
		text, reasons := Program(p)
		require.Equal(t, text == nil, reasons.Failed())
		var out []txtar.File
		if text != nil {
			_, err := interpret(string(text))
			require.NoError(t, err)
			out = append(out, in.Result("clf", string(text)))
		}
		if len(reasons) > 0 {
			out = append(out, in.Result("reasons", reasons.Error()+"\n"))
		}
		return out
	})
}

// Each example becomes a file with the same steps, or is refused for the reason in testdata.
func TestExamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../examples/*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var refused strings.Builder
	for _, f := range files {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		p, errs := lang.Load(filepath.Base(f), data)
		require.NotNil(t, p, errs)
		if _, reasons := Program(p); reasons.Failed() {
			refused.WriteString(reasons.Error() + "\n")
			continue
		}
		random := rand.New(rand.NewPCG(1, 2))
		for i := range p.Traces {
			follow(t, p, i, 30, random.IntN)
			followLoaded(t, p, i, random.IntN)
		}
	}
	golden, err := os.ReadFile("testdata/refused.txt")
	require.NoError(t, err)
	require.Equal(t, string(golden), refused.String())
}
