package web

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// link returns the link to where the page is.
func (s *served) link() string {
	s.t.Helper()
	s.runs(
		`Object.defineProperty(navigator, "clipboard", {value: {writeText: () => Promise.reject()}, configurable: true})`)
	s.clicks("#link", "")
	s.comes(`document.querySelector("#notice input")`)
	return s.value(`document.querySelector("#notice input").value`)
}

// carried returns the contents of a link.
func carried(t *testing.T, link string) string {
	packed, err := base64.RawURLEncoding.DecodeString(link[strings.Index(link, "=")+1:])
	require.NoError(t, err)
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	require.NoError(t, err)
	return string(text)
}

// follows opens a link in the tab in which the page is.
func (s *served) follows(link string) {
	s.t.Helper()
	s.runs(fmt.Sprintf(`location.href = %q`, link))
	s.comes(`location.hash === ""`)
}

// A link that is damaged is no link: the page says so, and plays without it. Its address is
// clean.
func TestDamagedLink(t *testing.T) {
	s := opened(t, small(attic), "favicon.ico")
	s.clicks(".move", "go ben")
	link := s.link()
	noProgram := s.url + "#play=" + chromium.Packed(t, `{"tree": {}}`)
	oddTree := s.url + "#play=" + chromium.Packed(t, `{"text": "", "tree": {"points": [7]}}`)
	for _, damaged := range []string{s.url + "#play=garbage", s.url + "#play=", s.url + "#play", s.url + "#play=äö",
		link[:len(link)-20], noProgram, oddTree} {
		s.do(chromedp.Navigate(strings.Replace(s.url, ".html", ".css", 1)))
		s.runs(`sessionStorage.clear()`) // as in a new tab
		s.goes(damaged)
		require.Equal(t, s.url, s.value(`location.href`))
		s.says("#notice", "The link is damaged: a part of it is missing, or was changed on its way. Here begins a new play.")
		s.at(0)
		s.clicks(".move", "go ann")
		s.at(1)
		s.follows(damaged)
		s.says("#notice", "The link is damaged")
		s.says("#notice", "Here goes on what you have played before.")
		s.at(1)
	}
	s.follows(s.url + "#play=" + chromium.Packed(t, `{"text": "?"}`))
	s.says("#notice", "What the link carries cannot be played:")
	s.says("#notice", "program.cep:1:")
	s.at(1)
}

// A link that is opened where the same is played is a branch of what was tried there.
func TestLinkBranches(t *testing.T) {
	s := opened(t, small(attic))
	s.clicks(".move", "go ben")
	s.clicks(".move", "find ben")
	s.at(2)
	link := s.link()
	s.clicks("#seed", "")
	s.comes(`document.querySelector("#seed-dialog").open`)
	s.runs(`document.querySelector("#seed-value").value = "7"; document.querySelector("#seed-dialog button").click()`)
	s.at(0)
	s.clicks("#is-aside button", "Forget")
	s.clicks(".move", "go ann")
	s.clicks(".move", "go ben")
	s.at(2)
	s.follows(link)
	s.says("#notice", "What the link carries is a branch of what was tried here.")
	s.says("#tried", "4 steps, 2 branches")
	s.at(2)
	s.says("#story", "find ben")
	s.follows(link)
	s.says("#tried", "4 steps, 2 branches")
	s.comes(`!document.querySelector("#marks").children.length`)
}

// A link of another play does not take the place of what was played: that is kept beside it,
// over reloads, too, and the file's changes go on to reach it.
func TestLinkAside(t *testing.T) {
	s := opened(t, small(attic))
	s.clicks(".move", "go ben")
	s.clicks(".move", "find ben")
	link := s.link()
	changed := strings.ReplaceAll(attic, "key", "ring")
	s.show(small(changed))
	s.says("#notice", "all that was tried still fits")
	s.clicks(".move", "go ann")
	s.at(3)
	s.follows(link)
	s.at(2)
	s.says("#state", "key")
	s.says("#marks", "another text of the program")
	s.says("#marks", "The play that was here before is kept.")
	s.clicks(".move", "find ben")
	s.at(3)
	s.do(chromedp.EmulateViewport(1280, 800))
	chromium.Photograph(t, s.ctx, "aside.png")
	s.do(chromedp.Reload())
	s.at(3)
	s.says("#state", "key")
	s.show(small(changed + "% other\n"))
	s.clicks("#is-aside button", "Go back")
	s.says("#state", "ring")
	s.at(3)
	s.says("#story", "go ann")
	s.comes(`!document.querySelector("#is-linked")`)
	s.says("#notice", "all that was tried still fits")
	s.says("#marks", "The play that was here before is kept.")
	s.clicks("#is-aside button", "Go back")
	s.says("#state", "key")
	s.says("#marks", "another text of the program")
	s.at(3)
	s.clicks("#is-aside button", "Forget")
	s.comes(`!document.querySelector("#is-aside")`)

	// Another program in the place of this one.
	other := small(attic)
	other.Name = "other.cep"
	s.clicks("#is-linked button", "Play the file")
	s.says("#state", "ring")
	s.show(other)
	s.at(0)
	s.says("#marks", "The play that was here before is kept.")
}

// A link is followed when there is something to be played, even if the file cannot be.
func TestLinkBeforeProgram(t *testing.T) {
	s := serving(t)
	text, err := json.Marshal(attic)
	require.NoError(t, err)
	s.do(chromedp.Navigate(s.url + "#play=" + chromium.Packed(t, `{"text": `+string(text)+`, "seed": "3"}`)))
	s.says("#notice", "There is no program to be played.")
	s.show(wrong())
	s.says("#marks", "another text of the program")
	s.says("#status", "seed 3")
	s.clicks("#is-linked button", "Play the file")
	s.says("#notice", "attic.cep:2:")
	s.show(small(attic))
	s.comes(`!document.querySelector("#is-linked") && !document.querySelector("#is-broken")`)
	s.clicks(".move", "go ben")
	s.at(1)
}

// More than can be kept is kept without what was put aside.
func TestKeepsLess(t *testing.T) {
	s := opened(t, small(attic))
	s.clicks(".move", "go ben")
	s.at(1)
	s.runs(`aside = [{opening: {text: "x".repeat(9e6)}, tree: {points: [], at: 0}, lost: []}]; keep()`)
	s.do(chromedp.Reload())
	s.at(1)
	s.comes(`aside.length === 0`)
}
