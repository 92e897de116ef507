package celf

import (
	"testing"

	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/rogpeppe/go-internal/txtar"
)

// Each file has its signature beside it, or all that is wrong with it.
func TestRead(t *testing.T) {
	corpustest.Check(t, "testdata/read/*.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		f, errs := Parse(&syntax.Source{Name: in.Name, Text: in.Data})
		sig, more := read(f)
		errs = append(errs, more...)
		errs.Sort()
		requireSound(t, in.Data, errs)
		out := []txtar.File{in.Result("messages", messages(t, errs))}
		if !errs.Failed() {
			out = append(out, in.Result("signature", dump(sig)))
		}
		return out
	})
}
