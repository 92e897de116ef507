package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// siteWith returns the files of a site that is published with an environment, by name.
func siteWith(t *testing.T, env ...string) map[string]string {
	t.Helper()
	program := filepath.Join(folder(t, map[string]string{"duet.cep": duet}), "duet.cep")
	out := filepath.Join(t.TempDir(), "out")
	c := exec.CommandContext(t.Context(), "ceptre", "publish", program, "-o", out)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "HOME=") && !strings.HasPrefix(v, "XDG_CACHE_HOME=") {
			c.Env = append(c.Env, v)
		}
	}
	c.Env = append(c.Env, env...)
	said, err := c.CombinedOutput()
	require.NoError(t, err, string(said))
	files := make(map[string]string)
	require.NoError(t, filepath.WalkDir(out, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, out)] = string(data)
		return err
	}))
	return files
}

// A site is the same, byte for byte, with whatever cache there is.
func TestPublishWithoutCache(t *testing.T) {
	if testing.Short() {
		t.Skip("Graphviz is compiled several times")
	}
	cache := t.TempDir()
	with := "XDG_CACHE_HOME=" + cache
	want := siteWith(t, with)
	require.Contains(t, want, "/pictures/causal.svg")
	found, err := filepath.Glob(filepath.Join(cache, "ceptre", "graphviz", "go-graphviz", "*", strings.Repeat("?", 64)))
	require.NoError(t, err)
	require.Len(t, found, 1)
	whole, err := os.ReadFile(found[0])
	require.NoError(t, err)
	for name, data := range map[string][]byte{
		"empty":       {},
		"half":        whole[:len(whole)/2],
		"wrong table": append(append(whole[:30:30], ^whole[30]), whole[31:]...),
	} {
		require.NoError(t, os.WriteFile(found[0], data, 0o600))
		require.Equal(t, want, siteWith(t, with), name)
		mended, err := os.ReadFile(found[0])
		require.NoError(t, err)
		require.Equal(t, len(whole), len(mended), name)
	}
	require.Equal(t, want, siteWith(t), "no HOME")
	require.Equal(t, want, siteWith(t, "HOME="+os.DevNull), "a HOME that takes no files")
}
