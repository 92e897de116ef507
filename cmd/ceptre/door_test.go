package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fileCalls are the functions of package os that read, write, move or remove files.
var fileCalls = strings.Fields(
	`Chmod Chown Chtimes CopyFS Create CreateTemp DirFS Link Lchown Mkdir MkdirAll MkdirTemp Open
	OpenFile OpenInRoot OpenRoot ReadFile Remove RemoveAll Rename Symlink Truncate WriteFile`)

// fileDoors are the packages of the commands that may call them: all others read and write by way of
// [cli.Streams], which knows what was read and does not write over it. Package compile writes to the
// user's cache alone, scripts, mutate and the generator of packed are tools of the project's
// developers, the language server writes nothing, and ceptre-beam makes a temporary folder for its shards.
var fileDoors = []string{"../cli", "../cli/scripts", "../durable", "../play/wasm/compile", "../play/wasm/packed",
	"../lsp", "../mutate", "../ceptre-beam"}

// No verb reads or writes a file but by way of the door that keeps its inputs.
func TestFilesGoThroughTheDoor(t *testing.T) {
	var past []string
	require.NoError(t, filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") ||
			slices.Contains(fileDoors, filepath.Dir(file)) {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if call, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := call.X.(*ast.Ident); ok && x.Name == "os" && slices.Contains(fileCalls, call.Sel.Name) {
					past = append(past, file+": os."+call.Sel.Name)
				}
			}
			return true
		})
		return nil
	}))
	require.Empty(t, past)
}
