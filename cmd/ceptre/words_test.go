package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// riddles are turns of phrase that hide the subject of a sentence in comments.
var riddles = []struct {
	name   string
	phrase *regexp.Regexp
	most   float64 // of 1,000 words
}{
	{"those who, what is", regexp.MustCompile(`(?i)\b(those who|what (is|has|goes))\b`), 0.5},
	{"nobody, somebody, whose", regexp.MustCompile(`(?i)\b(nobody|somebody|whose|whom)\b`), 0.5},
}

// TestComments counts turns of phrase in all comments of the module. It lists where they are, by
// package, if there are more of them than allowed, and with -v.
func TestComments(t *testing.T) {
	words := 0
	found := make([]map[string][]string, len(riddles))
	for i := range found {
		found[i] = make(map[string][]string)
	}
	eachGoFile(t, func(path string, fset *token.FileSet, file *ast.File) {
		for _, group := range file.Comments {
			text := strings.Join(strings.Fields(group.Text()), " ") // without directives
			words += len(strings.Fields(text))
			for i, r := range riddles {
				for range r.phrase.FindAllString(text, -1) {
					dir := filepath.Dir(path)
					found[i][dir] = append(found[i][dir], fset.Position(group.Pos()).String())
				}
			}
		}
	})
	require.NotZero(t, words)
	for i, r := range riddles {
		n := 0
		for dir, places := range found[i] {
			n += len(places)
			slices.Sort(places)
			t.Logf("%q in %s: %d\n\t%s", r.name, dir, len(places), strings.Join(places, "\n\t"))
		}
		share := 1000 * float64(n) / float64(words)
		t.Logf("%q: %.2f of 1,000 words", r.name, share)
		require.LessOrEqual(t, share, r.most, r.name)
	}
}

// eachGoFile parses each Go file of the module that the repository has.
func eachGoFile(t *testing.T, do func(path string, fset *token.FileSet, file *ast.File)) {
	t.Helper()
	const root = "../.."
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go":
			return nil
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		do(path, fset, file)
		return nil
	}))
}
