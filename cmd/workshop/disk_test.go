package workshop

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// fakeDisk answers as it is told.
type fakeDisk struct{ err error }

func (d fakeDisk) Load() (Saved, error) { return Saved{"a.cep", "text", "1"}, d.err }

func (d fakeDisk) Save(text, version string) (Saved, error) {
	return Saved{"a.cep", text, version + "+"}, d.err
}

func TestDisk(t *testing.T) {
	h := &Handler{Disk: fakeDisk{}}
	loaded := map[string]any{"name": "a.cep", "text": "text", "version": "1"}
	require.Equal(t, loaded, ask(t, h, map[string]any{"do": "file"}))
	write := map[string]any{"do": "write", "text": "x", "version": "1"}
	require.Equal(t, map[string]any{"version": "1+"}, ask(t, h, write))
	merged := "both"
	changed := map[string]any{"name": "a.cep", "text": "y", "version": "2"}
	h.Disk = fakeDisk{&Overtaken{Saved{"a.cep", "y", "2"}, &merged}}
	require.Equal(t, map[string]any{"changed": changed, "merged": "both"}, ask(t, h, write))
	h.Disk = fakeDisk{&Overtaken{Saved{"a.cep", "y", "2"}, nil}}
	require.Equal(t, map[string]any{"changed": changed, "merged": nil}, ask(t, h, write))
	h.Disk = fakeDisk{errors.New("a.cep: permission denied")}
	require.Equal(t, "a.cep: permission denied.", ask(t, h, write)["error"])
	h.Disk = nil
	require.Equal(t, "There is no file to write to; save the program as a download.", ask(t, h, write)["error"])
	require.Equal(t, "", ask(t, h, map[string]any{"do": "file"})["name"])
}

// Before it saves, a page learns whether its changes and those of another editor go together.
func TestMerge(t *testing.T) {
	both := map[string]any{"do": "merge", "base": "a\nb\nc\n", "text": "A\nb\nc\n", "theirs": "a\nb\nC\n"}
	require.Equal(t, map[string]any{"merged": "A\nb\nC\n"}, ask(t, &Handler{}, both))
	both["theirs"] = "x\nb\nc\n"
	require.Equal(t, map[string]any{"merged": nil}, ask(t, &Handler{}, both))
}
