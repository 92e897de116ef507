package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// replaceFile writes a file as commands do.
func replaceFile(name, text string) error {
	d, err := File(name)
	if err != nil {
		return err
	}
	defer d.Discard()
	if _, err := d.WriteString(text); err != nil {
		return err
	}
	return d.Commit()
}

// replacePages writes a folder with one page as commands do.
func replacePages(name, text string) error {
	d, err := Folder(name)
	if err != nil {
		return err
	}
	defer d.Discard()
	if err := WriteFile(filepath.Join(d.Name(), "page"), []byte(text)); err != nil {
		return err
	}
	return d.Commit()
}

// names lists a folder, hidden files, too.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func contents(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(data)
}

// abandon leaves a draft as a killed process does: with its name, and without its lock.
func abandon(t *testing.T, d *Draft, err error) string {
	t.Helper()
	require.NoError(t, err)
	require.NoError(t, d.Close())
	return d.Name()
}

// The next writer of the same target removes the draft of a killed writer, a file or a folder.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	leave := map[string]func() (*Draft, error){
		"file":   func() (*Draft, error) { return File(name) },
		"folder": func() (*Draft, error) { return Folder(name) },
	}
	for what, begin := range leave {
		d, err := begin()
		left := abandon(t, d, err)
		if what == "folder" {
			require.NoError(t, os.WriteFile(filepath.Join(left, "page"), nil, 0o644))
		}
		again, err := begin()
		require.NoError(t, err)
		require.Equal(t, left, again.Name())
		again.Discard()
		require.Empty(t, names(t, dir))
		d, err = begin()
		abandon(t, d, err)
		require.NoError(t, replaceFile(name, "whole"))
		require.Equal(t, []string{"a"}, names(t, dir))
		require.NoError(t, os.Remove(name))
	}
}

// A draft that is being written is left alone, and each of two writers leaves a whole file.
func TestTwoDrafts(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	one, err := File(name)
	require.NoError(t, err)
	defer one.Discard()
	two, err := File(name)
	require.NoError(t, err)
	defer two.Discard()
	require.Equal(t, []string{".a.ceptre-new", ".a.ceptre-new-2"}, names(t, dir))
	for _, d := range []*Draft{two, one} {
		_, err := d.WriteString(d.Name())
		require.NoError(t, err)
		require.NoError(t, d.Commit())
		require.Equal(t, d.Name(), contents(t, name))
	}
	require.Equal(t, []string{"a"}, names(t, dir))
}

// The next writer removes the drafts of several killed writers, and leaves those of running writers
// alone.
func TestManyLeftovers(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	var drafts []*Draft
	for range 12 {
		d, err := File(name)
		require.NoError(t, err)
		defer d.Discard()
		drafts = append(drafts, d)
	}
	live := drafts[4]
	for _, d := range drafts {
		if d != live {
			require.NoError(t, d.Close())
		}
	}
	require.NoError(t, replaceFile(name, "whole"))
	require.Equal(t, []string{filepath.Base(live.Name()), "a"}, names(t, dir))
	require.NoError(t, live.Commit())
	require.Equal(t, []string{"a"}, names(t, dir))
}

// A foreign file at the name of a draft is not written to: it may be a link to a valuable file.
func TestDraftsAreNew(t *testing.T) {
	dir := t.TempDir()
	name, precious := filepath.Join(dir, "a"), filepath.Join(dir, "precious")
	for _, link := range []func(string, string) error{os.Link, os.Symlink} {
		require.NoError(t, os.WriteFile(precious, []byte("precious"), 0o644))
		if err := link(precious, draftName(name, 1)); err != nil {
			t.Skip("no links here: ", err)
		}
		require.NoError(t, replaceFile(name, "new"))
		require.Equal(t, "precious", contents(t, precious))
		require.Equal(t, "new", contents(t, name))
		_ = os.Remove(draftName(name, 1))
	}
}

// A file and a folder are there and whole at any time, though many write them at once.
func TestWholeAtAnyTime(t *testing.T) {
	text := func(n int) string { return strings.Repeat(fmt.Sprintln(n), 10_000) }
	require := require.New(t)
	for what, replace := range map[string]func(name, text string) error{"file": replaceFile, "folder": replacePages} {
		dir := t.TempDir()
		name := filepath.Join(dir, "a")
		require.NoError(replace(name, text(0)))
		var writers errgroup.Group
		for n := range 4 {
			writers.Go(func() (err error) {
				for range 10 {
					err = errors.Join(err, replace(name, text(n)))
				}
				return err
			})
		}
		done := make(chan error, 1)
		go func() { done <- writers.Wait() }()
		for writing := true; writing; {
			select {
			case err := <-done:
				require.NoError(err)
				writing = false
			default:
			}
			info, err := os.Stat(name)
			require.NoError(err)
			page := name
			if info.IsDir() {
				page = filepath.Join(name, "page")
			}
			data, err := os.ReadFile(page)
			if what == "folder" && writing && errors.Is(err, fs.ErrNotExist) {
				continue // that of the old folder
			}
			require.NoError(err)
			first, _, _ := strings.Cut(string(data), "\n")
			require.Equal(strings.Repeat(first+"\n", 10_000), string(data))
		}
		require.Equal([]string{"a"}, names(t, dir))
	}
}

// Where the system cannot exchange names, a folder that a killed writer set aside comes back.
func TestExchangeByRenaming(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	require.NoError(t, os.Mkdir(a, 0o777))
	require.NoError(t, os.Mkdir(b, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(a, "x"), nil, 0o666))
	require.NoError(t, exchangeByRenaming(a, b))
	require.Equal(t, []string{"x"}, names(t, b))
	require.Empty(t, names(t, a))

	require.NoError(t, os.Rename(b, asideName(b)))
	d, err := Folder(b)
	require.NoError(t, err)
	d.Discard()
	require.Equal(t, []string{"x"}, names(t, b))
	require.NoError(t, os.Mkdir(asideName(b), 0o777))
	require.NoError(t, replacePages(b, "new"))
	require.Equal(t, []string{"a", "b"}, names(t, dir))
}

// Names of drafts fit where those of their targets do, and are known again.
func TestDraftName(t *testing.T) {
	dir := t.TempDir()
	for _, base := range []string{"a", strings.Repeat("a", 255), strings.Repeat("é", 127)} {
		name := filepath.Join(dir, base)
		require.NoError(t, replaceFile(name, "whole"), base)
		require.Equal(t, "whole", contents(t, name))
		for n := range 3 {
			require.True(t, IsDraft(filepath.Base(draftName(name, n))))
		}
	}
	for _, other := range []string{"a", ".a", "a.ceptre-new", ".a.ceptre-new.json", ".ceptre-site.new"} {
		require.False(t, IsDraft(other), other)
	}
}
