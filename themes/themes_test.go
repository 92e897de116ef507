package themes

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNames(t *testing.T) {
	require.Equal(t, []string{"blueprint", "paper", "stage", "terminal"}, Names())
	for _, name := range Names() {
		theme := find(t, name)
		require.Equal(t, name, theme.Name)
		require.NotEmpty(t, theme.Description)
	}
}

func TestFind(t *testing.T) {
	require.Equal(t, find(t, Default), find(t, ""))
	_, err := Find("none")
	require.EqualError(t, err,
		`no theme "none": want one of blueprint, paper, stage, terminal, or the path of a .json file or a folder`)
}

// A theme can be copied, changed and passed by its path.
func TestFindFile(t *testing.T) {
	source, err := Source("terminal")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "mine.json")
	require.NoError(t, os.WriteFile(file, source, 0o644))
	want := find(t, "terminal")
	want.Name = "mine"
	want.origins = []string{file}
	require.Equal(t, want, find(t, file))

	t.Chdir(filepath.Dir(file))
	want.origins = []string{"mine.json"}
	require.Equal(t, want, find(t, "mine.json"))
	for _, none := range []string{"none.json", "./none", "../themes/none"} {
		_, err = Find(none)
		require.ErrorIs(t, err, os.ErrNotExist)
		require.ErrorContains(t, err, "theme: open "+none)
	}
	require.NoError(t, os.WriteFile(file, []byte("{"), 0o644))
	_, err = Find("./mine.json")
	require.EqualError(t, err, "./mine.json:1:1: unexpected end of JSON input")
}

func TestSource(t *testing.T) {
	for _, none := range []string{"", "none", "../themes", "site.css", "stage.json", "/etc/passwd"} {
		_, err := Source(none)
		require.ErrorContains(t, err, "no theme ", none)
	}
	first, err := Source(Default)
	require.NoError(t, err)
	first[0] = 'x' // the caller's own
	_, err = Find(Default)
	require.NoError(t, err)
}

// A theme belongs to the caller: the next one finds it as it is in the file.
func TestFindReturnsCopies(t *testing.T) {
	for _, name := range Names() {
		first, err := Find(name)
		require.NoError(t, err)
		was := first.clone()
		require.Equal(t, was, first)
		first.Description, first.Light.Page.Paper = "another", "#123456"
		for _, p := range []*Palette{&first.Light, &first.Dark, &first.Print} {
			p.Picture.Threads[0] = "#123456"
		}
		second, err := Find(name)
		require.NoError(t, err)
		require.Equal(t, was, second)
	}
}
