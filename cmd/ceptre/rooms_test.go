package main

import (
	"bufio"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

const (
	mostFiles    = 25  // Go files of a package, tests left out
	mostExported = 30  // exported names of a package, methods and fields left out
	mostRunes    = 120 // of a line, in which a tab counts one
)

// crowded are the packages with more than mostFiles or mostExported, and how many they may have. A
// package leaves the list when it is divided; no number here goes up.
var crowded = map[string]struct{ files, exported int }{
	"causal/report":  {0, 51}, // an answer for each type
	"cmd/ceptre":     {36, 0}, // a file for each of 34 verbs
	"cmd/cli":        {0, 45},
	"exec":           {0, 59},
	"exec/trace":     {0, 69},  // a type for each part of a trace
	"lang":           {26, 84}, // a file for each form of the language
	"lang/logic":     {0, 37},  // a node of the tree for each type
	"lang/syntax":    {0, 113}, // a node of the syntax tree for each type
	"render":         {26, 51}, // a file for each view, and shared ones
	"render/diagram": {0, 54},  // shapes, sizes and styles of a drawing
	"site/prose":     {0, 43},
}

// TestCrowdedPackages counts the files and the exported names of each package.
func TestCrowdedPackages(t *testing.T) {
	files, exported := make(map[string]int), make(map[string]int)
	eachGoFile(t, func(path string, _ *token.FileSet, file *ast.File) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		dir := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), filepath.FromSlash("../../")))
		files[dir]++
		exported[dir] += exportedNames(file)
	})
	require.NotEmpty(t, files)
	for dir, n := range files {
		allowed := crowded[dir]
		require.LessOrEqual(t, n, max(mostFiles, allowed.files), "files of %s", dir)
		require.LessOrEqual(t, exported[dir], max(mostExported, allowed.exported), "exported names of %s", dir)
	}
	for dir, allowed := range crowded {
		require.True(t, files[dir] > mostFiles || exported[dir] > mostExported, "%s is not crowded any more", dir)
		require.True(t, allowed.files == 0 || files[dir] == allowed.files, "%s has %d files now", dir, files[dir])
		require.True(t, allowed.exported == 0 ||
			exported[dir] == allowed.exported, "%s exports %d names now", dir, exported[dir])
	}
}

// exportedNames counts the exported names that a file declares for its package.
func exportedNames(file *ast.File) int {
	n := 0
	count := func(name *ast.Ident) {
		if name.IsExported() {
			n++
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				count(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					count(s.Name)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						count(name)
					}
				}
			}
		}
	}
	return n
}

// TestLongLines fails for each line that is longer than mostRunes.
func TestLongLines(t *testing.T) {
	var long []string
	eachGoFile(t, func(path string, _ *token.FileSet, _ *ast.File) {
		f, err := os.Open(path)
		require.NoError(t, err)
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if utf8.RuneCount(lines.Bytes()) > mostRunes {
				long = append(long, path+": "+lines.Text())
			}
		}
		require.NoError(t, lines.Err())
	})
	require.Empty(t, long)
}
