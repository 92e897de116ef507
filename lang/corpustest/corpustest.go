// Package corpustest compares corpora with the results of the code under test: a corpus is a txtar
// archive that holds inputs and the results expected of them. With the flag -update, the results are
// written into the corpora instead.
package corpustest

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the expected results in testdata")

// Input is an input of a corpus with what belongs to it. Its own name has no slash; the names of the
// others begin with its name, without `.cep`, and a slash.
type Input struct {
	txtar.File
	given    []txtar.File // that are no results
	expected []txtar.File
}

// Check compares the results of each input in the archives that the pattern matches. The files that are
// given with an input, such as NAME/choices with NAME.cep, are named as in [Input.Given].
func Check(t *testing.T, pattern string, results func(*testing.T, Input) []txtar.File, given ...string) {
	paths, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			comment, inputs := open(t, path, given)
			for i := range inputs {
				t.Run(inputs[i].prefix(), func(t *testing.T) { inputs[i].check(t, results(t, inputs[i])) })
			}
			if *update {
				write(t, path, comment, inputs)
			}
		})
	}
}

// Inputs returns all inputs of the archives that the pattern matches.
func Inputs(t require.TestingT, pattern string) (all []Input) {
	paths, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		_, inputs := open(t, path, nil)
		all = append(all, inputs...)
	}
	return all
}

// Given returns the text of a file that is given with an input: NAME/choices for NAME.cep and choices.
// It reports whether there is one.
func (in Input) Given(name string) (text string, ok bool) {
	for _, file := range in.given {
		if file.Name == in.prefix()+"/"+name {
			return string(file.Data), true
		}
	}
	return "", false
}

// Result returns the file of a result of an input: NAME/trace for NAME.cep and trace.
func (in Input) Result(name, text string) txtar.File {
	return txtar.File{Name: in.prefix() + "/" + name, Data: []byte(text)}
}

// prefix returns the name with which the names of the other files begin.
func (in Input) prefix() string { return strings.TrimSuffix(in.Name, ".cep") }

// check compares results with those expected, or takes them over.
func (in *Input) check(t *testing.T, got []txtar.File) {
	if *update {
		in.expected = got
		return
	}
	for i, file := range got {
		require.Less(t, i, len(in.expected), "%s is not in the corpus", file.Name)
		require.Equal(t, in.expected[i].Name, file.Name)
		require.Equal(t, string(in.expected[i].Data), string(file.Data), "%s (-update writes it anew)", file.Name)
	}
	require.Len(t, in.expected, len(got))
}

// open reads an archive. Every file but the inputs belongs to the input before it.
func open(t require.TestingT, path string, given []string) (comment []byte, inputs []Input) {
	corpus, err := txtar.ParseFile(path)
	require.NoError(t, err)
	require.NotEmpty(t, corpus.Files)
	for _, file := range corpus.Files {
		owner, name, belongs := strings.Cut(file.Name, "/")
		if !belongs {
			inputs = append(inputs, Input{File: file})
			continue
		}
		require.NotEmpty(t, inputs, file.Name)
		last := &inputs[len(inputs)-1]
		require.Equal(t, last.prefix(), owner, "%s stands behind another input", file.Name)
		if slices.Contains(given, name) {
			last.given = append(last.given, file)
		} else {
			last.expected = append(last.expected, file)
		}
	}
	return corpus.Comment, inputs
}

func write(t *testing.T, path string, comment []byte, inputs []Input) {
	corpus := &txtar.Archive{Comment: comment}
	for _, in := range inputs {
		corpus.Files = append(corpus.Files, in.File)
		corpus.Files = append(corpus.Files, in.given...)
		corpus.Files = append(corpus.Files, in.expected...)
	}
	require.NoError(t, os.WriteFile(path, txtar.Format(corpus), 0o644))
}
