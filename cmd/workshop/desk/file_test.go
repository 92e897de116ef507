package desk

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/workshop"
)

// disk is a file in a folder of its own, with helpers.
type disk struct {
	*testing.T
	File
}

func newDisk(t *testing.T, text string) *disk {
	d := &disk{T: t, File: File{Path: filepath.Join(t.TempDir(), "world.cep")}}
	if text != "" {
		d.change(text)
	}
	return d
}

// change is what another editor writes.
func (d *disk) change(text string) { require.NoError(d, os.WriteFile(d.Path, []byte(text), 0o600)) }

func (d *disk) holds(text string) {
	d.Helper()
	data, err := os.ReadFile(d.Path)
	require.NoError(d, err)
	require.Equal(d, text, string(data))
}

func (d *disk) loaded() workshop.Saved {
	now, err := d.Load()
	require.NoError(d, err)
	return now
}

// overtaken saves what another editor has overtaken.
func (d *disk) overtaken(text, version string) *workshop.Overtaken {
	d.Helper()
	_, err := d.Save(text, version)
	var other *workshop.Overtaken
	require.ErrorAs(d, err, &other)
	return other
}

// A file that does not exist is made by the first write, and the next write replaces it.
func TestNewFile(t *testing.T) {
	d := newDisk(t, "")
	require.Equal(t, workshop.Saved{Name: "world.cep"}, d.loaded())
	first, err := d.Save("a : pred.\n", "")
	require.NoError(t, err)
	d.holds("a : pred.\n")
	require.NotEmpty(t, first.Version)
	require.Equal(t, first, d.loaded())
	second, err := d.Save("b : pred.\n", first.Version)
	require.NoError(t, err)
	d.holds("b : pred.\n")
	require.NotEqual(t, first.Version, second.Version)
	require.NoError(t, os.Remove(d.Path))
	_, err = d.Save("c : pred.\n", second.Version)
	require.NoError(t, err)
	d.holds("c : pred.\n")
}

// The file keeps its permissions, its mark and its ends of lines. Where these differ, they are part of the text.
func TestForm(t *testing.T) {
	d := newDisk(t, "\ufeffa : pred.\r\nb : pred.\r\n")
	now := d.loaded()
	require.Equal(t, "a : pred.\nb : pred.\n", now.Text)
	_, err := d.Save("a : pred.\n", now.Version)
	require.NoError(t, err)
	d.holds("\ufeffa : pred.\r\n")
	info, err := os.Stat(d.Path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	d = newDisk(t, "a : pred.\r\nb : pred.\n")
	require.Equal(t, "a : pred.\r\nb : pred.\n", d.loaded().Text)
}

// What another editor has written is merged or shown, and never overwritten.
func TestOvertaken(t *testing.T) {
	d := newDisk(t, "a\nb\nc\n")
	was := d.loaded()
	d.change("a\nb\nC\n")
	other := d.overtaken("A\nb\nc\n", was.Version)
	require.Equal(t, "a\nb\nC\n", other.Now.Text)
	require.Equal(t, "A\nb\nC\n", *other.Merged)
	d.holds("a\nb\nC\n")
	_, err := d.Save(*other.Merged, other.Now.Version)
	require.NoError(t, err)
	d.holds("A\nb\nC\n")

	d.change("x\nb\nC\n")
	require.Nil(t, d.overtaken("y\nb\nC\n", versionOf([]byte("A\nb\nC\n"))).Merged) // both change the first line
	require.Nil(t, d.overtaken("x\nb\nC\nd\n", "unknown").Merged)
	require.Nil(t, d.overtaken("x\nb\nC\nd\n", "").Merged) // which would make a file
	d.holds("x\nb\nC\n")
	now, err := d.Save("x\nb\nC\n", "unknown") // as the file is
	require.NoError(t, err)
	require.Equal(t, d.loaded(), now)
}

// Files that are no text, or too large, are errors with their names.
func TestNoText(t *testing.T) {
	d := newDisk(t, "\xff")
	_, err := d.Load()
	require.EqualError(t, err, d.Path+": this is no text in UTF-8")
	d.change(string(make([]byte, workshop.MostText+1)))
	_, err = d.Load()
	require.EqualError(t, err, d.Path+": this has more than 1 MB, the limit of the workshop")
	_, err = d.Save("a", "")
	require.Error(t, err)
}
