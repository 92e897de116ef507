package web

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/render/chromium"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/themes"
)

// walk is a program in which chance goes on after each choice of the player, with prose in German.
func walk() game.Opening {
	o := small(`who : type. ann : who. coin who : pred. rested : pred. wet : pred. tired : pred. home who : pred.
stage day = { go : $coin W * rested -o wet. stay : coin W * rested -o home W. }
#interactive day.
stage night = { rain : wet -o tired. wake : tired -o rested. }
day/night : qui * stage day * $wet -o stage night.
night/day : qui * stage night -o stage day.
day/end : qui * stage day * $home _ -o ().
#trace _ day { coin ann, rested }.
`)
	o.Prose, o.ProseName = `---
title: Der Gang
language: de
words: {play-turn: "Und jetzt?"}
---

Es ist Morgen.

## go
{W} geht *weit* hinaus. &lt;b>

### choice
Geh hinaus

## rain
Es regnet.

## fact home W
{W} ist daheim

## ending
### Abends
Das Licht geht aus.
`, "attic.md"
	return o
}

// reads waits until the page to read on has told all that there is, with a text in it.
func (s *served) reads(text string) {
	s.t.Helper()
	s.comes(fmt.Sprintf(`document.querySelector("main").innerText.includes(%q) && !document.body.ariaBusy`, text))
}

// The page to read on tells the story in the author's words and language, one passage after the other, and
// offers the choices. It leads to the workbench at the same point, and back. All of it goes with the keyboard.
func TestRead(t *testing.T) {
	s := serving(t, "favicon.ico") // a stylesheet names no icon
	look, err := themes.Find("")
	require.NoError(t, err)
	front := locale.Own{"play-turn": {"other": "Und jetzt?"}}
	require.NoError(t, s.host.Show(walk(), look, locale.For("de", front)))
	workbench := s.url
	reading := workbench[:len(workbench)-len("workbench.html")]
	s.do(chromedp.Navigate(reading))
	s.reads("Und jetzt?")
	require.Equal(t, "Der Gang\n\nEs ist Morgen.\n\nUnd jetzt?\n1\nGeh hinaus\n2\nStay: Ann\n", s.value(
		`document.querySelector("h1").innerText + "\n\n" + document.querySelector("main").innerText + "\n"`))
	require.Equal(t, "de Zurücknehmen", s.value(
		`document.documentElement.lang + " " + document.querySelector("#undo").innerText`))

	s.do(chromedp.KeyEvent("1"))
	s.reads("Die Geschichte geht weiter")
	s.reads("Ann geht weit hinaus. <b>")
	require.Equal(t, "weit turn 2", s.value(`document.querySelector("#story em").innerText + " " +
		document.activeElement.id + " " + document.querySelectorAll(".passage").length`))
	s.do(chromedp.KeyEvent(" "))
	s.reads("Und jetzt?")
	s.reads("Es regnet.")
	s.reads("Wake. Jetzt: rested.")
	require.Equal(t, "turn", s.value(`document.activeElement.id`))

	// The address leads back to here, in a tab that knows nothing of it, too.
	s.comes(`location.hash`)
	address, story := s.value(`location.href`), s.value(`document.querySelector("#story").innerText`)
	s.do(chromedp.Navigate(reading + "read.css"))
	s.runs(`sessionStorage.clear()`)
	s.do(chromedp.Navigate(address))
	s.reads("Wake. Jetzt: rested.")
	require.Equal(t, story, s.value(`document.querySelector("#story").innerText`))

	// The workbench is at the same point, with all that was tried.
	s.do(chromedp.KeyEvent("u"))
	s.comes(`document.querySelectorAll(".passage").length === 1 && document.querySelector("#undo").disabled`)
	s.do(chromedp.KeyEvent("U"))
	s.keys(kb.Escape)
	s.reads("Wake. Jetzt: rested.")
	s.do(chromedp.KeyEvent("p"))
	s.comes(`document.querySelector("#status strong")`)
	s.at(5)
	s.keys("u")
	s.at(0)
	s.says("#tried", "5 Schritte, 1 Zweig")
	s.says("#status strong", "Und jetzt?")
	s.keys("p")
	s.reads("Und jetzt?")
	s.comes(`document.querySelectorAll(".passage").length === 1 && document.querySelector("#notice").hidden`)

	// It ends in the author's words.
	for n := 0; s.value(`document.activeElement.innerText.startsWith("2") ? "2" : ""`) != "2"; n++ {
		require.Less(t, n, 10, "the second choice is reached by the tabulator")
		s.do(chromedp.KeyEvent(kb.Tab))
	}
	s.do(chromedp.KeyEvent(kb.Enter))
	s.keys(kb.Escape)
	s.reads("Ende")
	s.reads("Das Licht geht aus.")
	s.reads("Jetzt: Ann ist daheim.")
	s.isAccessibleEverywhere()
}

// isAccessibleEverywhere asks axe-core about the page in light and dark, wide and narrow, if it is there.
func (s *served) isAccessibleEverywhere() {
	s.t.Helper()
	if os.Getenv("CEPTRE_AXE") == "" {
		return
	}
	axe := chromium.Axe(s.t)
	for _, light := range []string{"light", "dark"} {
		for _, width := range []int64{1280, 390} {
			s.sets("prefers-color-scheme", light, "prefers-reduced-motion", "reduce")
			s.do(chromedp.EmulateViewport(width, 844))
			s.comes(`document.documentElement.scrollWidth <= innerWidth`)
			chromium.Photograph(s.t, s.ctx, fmt.Sprintf("read-%s-%d.png", light, width))
			chromium.MustBeAccessible(s.t, s.ctx, axe, light)
		}
	}
}
