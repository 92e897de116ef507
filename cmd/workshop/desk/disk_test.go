package desk

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// lamp is a program that fits a few lines.
const lamp = `lamp : type.
hall : lamp.

on lamp : pred.
off lamp : pred.

stage main = {
  light : off L -o on L.
}

context start = {off hall}.

#trace _ main start.
`

// onDisk waits until the file holds a text.
func (u *user) onDisk(f *File, text string) {
	u.Helper()
	require.Eventually(u, func() bool {
		data, err := os.ReadFile(f.Path)
		return err == nil && string(data) == text
	}, 20*time.Second, 10*time.Millisecond, text)
}

// What the page saves is in the file, and what another editor writes is on the page. Where both have changed the file,
// both changes are kept; where they contradict each other, the page asks, and writes nothing before.
func TestFileIsShared(t *testing.T) {
	u := &user{T: t, ctx: chromium.Start(t)}
	f := u.file("lamp.cep", lamp)
	u.serves(f)
	u.opens(1400)
	require.Equal(t, lamp, u.text())

	add := func(name string) {
		u.Helper()
		u.clicks("button", "Type")
		u.enters(name)
		u.comes(`workshop.text.includes("` + name + ` : type.")`)
	}
	change := func(old, new string) {
		u.Helper()
		data, err := os.ReadFile(f.Path)
		require.NoError(t, err)
		require.Contains(t, string(data), old)
		require.NoError(t, os.WriteFile(f.Path, []byte(strings.Replace(string(data), old, new, 1)), 0o644))
	}
	add("room")
	u.presses("ctrl+s")
	u.onDisk(f, u.text())

	change("hall : lamp.\n", "hall : lamp.\ncellar : lamp.\n")
	u.comes(`workshop.text.includes("cellar")`) // at once, as nothing was to be saved

	add("house")
	change("{off hall}", "{off hall, off cellar}")
	u.comes(`document.body.innerText.includes("Another program has changed lamp.cep.")`)
	u.presses("ctrl+s")
	u.comes(`workshop.text.includes("off cellar")`)
	u.onDisk(f, u.text())
	require.Contains(t, u.text(), "house : type.")

	change("light : off L -o on L.", "light : off L -o on L * on L.")
	u.comes(`workshop.text.includes("on L * on L")`)
	read[bool](u, `workshop.type(workshop.text.replace("on L * on L", "on L * off L")) ?? true`)
	change("light : off L", "light : $off L")
	u.presses("ctrl+s")
	u.comes(`document.querySelector("[role=menu]")?.innerText.includes("Write mine")`)
	data, err := os.ReadFile(f.Path)
	require.NoError(t, err)
	require.Contains(t, string(data), "$off L")
	u.clicks("[role=menuitem]", "Write")
	u.onDisk(f, u.text())
	require.Contains(t, u.text(), "on L * off L")
}
