package page_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// doors is a small world, with characters that have several bytes, or two units.
const doors = `% Doors 😀
door : type.
hall : door.
open door : pred.
shut door : pred.

stage play = {
  push : shut D -o open D.
}

#trace _ play { shut hall }.
`

// A file is saved as it was but for what was typed, whatever its line ends are, and undo leads back byte for byte.
func TestFileKeepsItsForm(t *testing.T) {
	crlf := strings.ReplaceAll(doors, "\n", "\r\n")
	for name, text := range map[string]string{
		"lf": doors, "crlf": crlf, "mark": "\ufeff" + crlf, "mixed": strings.Replace(doors, "\n", "\r\n", 3),
		"tabs": strings.ReplaceAll(doors, "  ", "\t"), "cr": "% a\r% b\n" + doors, "open end": strings.TrimSpace(doors),
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t, "doors.cep", text)
			field := strings.NewReplacer("\r\n", "\n", "\r", "\n", "\ufeff", "").Replace(text)
			w.shows(field)
			w.puts("hall : door.")
			w.keys("\r% 愛 😀")
			w.shows(strings.Replace(field, "hall : door.", "hall : door.\n% 愛 😀", 1))
			w.saves()
			end := "\n"
			if strings.Count(text, "\r\n") > len(strings.Split(text, "\n"))/2 {
				end = "\r\n"
			}
			require.Equal(t, strings.Replace(text, "hall : door.", "hall : door."+end+"% 愛 😀", 1), w.read())
			w.keys("z", chromedp.ModifierCtrl)
			w.shows(field)
			w.saves()
			require.Equal(t, text, w.read())
		})
	}
}

// Suggestions come while a name is typed. The keyboard takes one, or closes the list; Tab leaves the field.
func TestSuggestions(t *testing.T) {
	w := open(t, "doors.cep", doors)
	w.puts("shut D -o open D")
	w.keys(" * o")
	w.comes(`document.querySelector("#text-suggestions [aria-selected=true]")?.textContent.startsWith("open")`)
	chromium.Photograph(t, w.ctx, "suggestions.png")
	active := `document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))`
	w.comes(`%s.ariaSelected === "true"`, active)
	w.keys(kb.Escape)
	w.comes(`document.querySelector("#text-suggestions").hidden && document.activeElement.id === "text-field"`)
	w.keys(" ", chromedp.ModifierCtrl)
	w.comes(`!document.querySelector("#text-suggestions").hidden`)
	w.keys(kb.Tab)
	w.shows(strings.Replace(doors, "open D.", "open D * open.", 1))
	w.keys(" ")
	w.keys(" ", chromedp.ModifierCtrl)
	w.comes(`document.querySelectorAll("#text-suggestions li").length > 1`)
	first := w.value(`document.querySelector("#text-suggestions [aria-selected=true] .label").textContent`)
	w.keys(kb.ArrowDown)
	w.comes(`document.querySelector("#text-suggestions [aria-selected=true] .label").textContent !== %s`, quoted(first))
	w.keys(kb.ArrowUp)
	w.enters()
	w.shows(strings.Replace(doors, "open D.", "open D * open "+first+".", 1))
	w.keys(kb.Tab)
	w.comes(`document.activeElement.id !== "text-field"`)
}

// A name is renamed, and described, where the caret is.
func TestNameAtTheCaret(t *testing.T) {
	w := open(t, "doors.cep", doors)
	w.puts("push : shut")
	w.keys(kb.F1)
	w.comes(`!document.querySelector(".tip").hidden && document.querySelector(".tip").textContent.includes("shut")`)
	chromium.Photograph(t, w.ctx, "description.png")
	w.keys(kb.Escape)
	w.comes(`document.querySelector(".tip").hidden`)
	w.keys(kb.F2)
	w.comes(`document.activeElement.value === "shut"`)
	w.keys("closed\r")
	w.shows(strings.ReplaceAll(doors, "shut", "closed"))
	w.comes(`document.activeElement.id === "text-field"`)
	w.keys("z", chromedp.ModifierCtrl)
	w.shows(doors)
}

// A message leads to its place, and its fix is made; the text is laid out.
func TestMessages(t *testing.T) {
	wrong := strings.Replace(doors, "-o open", "-o  opn", 1)
	w := open(t, "doors.cep", wrong)
	w.clicks(".text-list .message", "unknown predicate")
	w.selects("opn")
	w.comes(`document.querySelector(".line.has-error .marked.error").textContent === "opn"`)
	chromium.Photograph(t, w.ctx, "messages.png")
	w.clicks(".text-list button", "change to open")
	w.shows(strings.Replace(wrong, "opn", "open", 1))
	w.comes(`document.querySelector(".text-messages summary").textContent === "No errors"`)
	w.clicks(".text-tools button", "Lay out")
	w.shows(doors)
	w.keys("z", chromedp.ModifierCtrl)
	w.keys("z", chromedp.ModifierCtrl)
	w.shows(wrong)
}

// A card shows the present messages about it, also if it has not changed itself. Before there is a start, cards do not
// say that they are unused.
func TestMessagesOfCards(t *testing.T) {
	const lamp = "lamp : type.\n"
	const start = "dark : pred.\ncontext init = { dark }.\n"
	w := open(t, "lamp.cep", lamp+start)
	hints := func(n int) {
		t.Helper()
		w.comes(`[...document.querySelectorAll(".card.type .messages li")].map(m => m.textContent)
			.filter(m => m.includes("never used")).length === %d`, n)
	}
	hints(1)
	w.puts(lamp)
	w.keys("lit lamp : pred.\r")
	hints(0)
	w.clicks("#undo", "")
	w.shows(lamp + start)
	hints(1)
	w.runs(`document.querySelector("#text-field").select()`)
	w.keys("lamp : type.")
	w.comes(`document.querySelector(".text-messages summary").textContent === "1 hint"`)
	hints(0)
}

// Lines are moved in and out, and become comments; new lines are as deep as the one before.
func TestLines(t *testing.T) {
	w := open(t, "doors.cep", doors)
	w.puts("stage play = {")
	w.keys("\rpull : open D -o shut D.")
	pulled := strings.Replace(doors, "stage play = {", "stage play = {\n  pull : open D -o shut D.", 1)
	w.shows(pulled)
	w.keys("]", chromedp.ModifierCtrl)
	w.shows(strings.Replace(pulled, "  pull", "    pull", 1))
	w.keys("[", chromedp.ModifierCtrl)
	w.keys("/", chromedp.ModifierCtrl)
	w.shows(strings.Replace(pulled, "  pull", "  % pull", 1))
	w.keys("/", chromedp.ModifierCtrl)
	w.shows(pulled)
	w.puts("shut D -o open D.")
	w.keys("\r}")
	w.shows(strings.Replace(pulled, "open D.\n}", "open D.\n}\n}", 1))
}

// Beside each other, the text marks the card at the caret, and the lines of the card that has the focus.
func TestTextAndCards(t *testing.T) {
	w := open(t, "doors.cep", doors)
	w.puts("push : shut")
	w.comes(`document.querySelector("#structure .in-text")?.textContent.includes("push")`)
	w.runs(`document.querySelector(".of-predicates [data-path]:nth-child(2) button:not([tabindex='-1'])").focus()`)
	w.comes(`[...document.querySelectorAll(".line.here")].map(l => l.textContent).join() === "shut door : pred."`)
}

// Texts of programs, of whatever kind, are shown as text.
func TestHostileText(t *testing.T) {
	const evil = `<img src=x onerror="document.title='broken'">`
	w := open(t, `x<evil-x>.cep`, "% "+evil+"</textarea></script>\ns : type.\na string : pred.\n"+
		"stage play {\n  r : a S -o b \""+`<evil-x>x</evil-x>`+"\".\n}\n")
	w.comes(`document.querySelector(".text-list .message")`)
	w.puts("% ")
	w.keys(kb.F1)
	w.clicks("#share", "")
	w.comes(`document.querySelector(".share input")`)
	w.runs(`document.querySelector(".share").close()`)
	w.clicks("#new", "")
	w.comes(`document.querySelector(".gallery")`)
	require.Equal(t, "0", w.value(`String(document.querySelectorAll("img[src=x], [onerror], evil-x").length)`))
	require.NotContains(t, w.value(`document.title`), "broken")
}

// A card leads to its lines in the text.
func TestShowInText(t *testing.T) {
	w := open(t, "doors.cep", doors)
	w.clicks(`#structure [data-field="more"][aria-label*="push"]`, "")
	w.clicks(".menu-label", "Show in the text")
	w.selects("push : shut D -o open D.")
}

// axe-core finds no fault with the text, its messages and suggestions, and with the dialogs of files.
func TestTextIsAccessible(t *testing.T) {
	axe := chromium.Axe(t)
	w := open(t, "doors.cep", strings.Replace(doors, "-o open", "-o opn", 1))
	w.puts("push : shut D")
	w.keys(" * o")
	w.comes(`!document.querySelector("#text-suggestions").hidden`)
	chromium.MustBeAccessible(t, w.ctx, axe, "text with suggestions")
	w.keys(kb.Escape)
	w.writes(doors)
	w.comes(`document.querySelector("#offer-changed")`)
	w.do(chromedp.EmulateViewport(390, 844))
	w.clicks("#view-text", "")
	chromium.MustBeAccessible(t, w.ctx, axe, "text on a phone")
	for _, dialog := range []string{"new", "share"} {
		w.clicks("#"+dialog, "")
		w.comes(`document.querySelector("dialog:modal")`)
		chromium.MustBeAccessible(t, w.ctx, axe, dialog)
		w.runs(`document.querySelector("dialog:modal").close()`)
	}
}

// On a phone, the tools of the text are above it.
func TestTextOnPhone(t *testing.T) {
	w := open(t, "doors.cep", doors)
	w.do(chromedp.EmulateViewport(390, 844))
	w.clicks("#view-text", "")
	w.comes(`document.querySelector(".text-tools").getBoundingClientRect().bottom <=
		document.querySelector(".text-scroll").getBoundingClientRect().top`)
}

// Through random typing, pasting, cutting, undo and redo, the colours lie below the text that the field has, the
// structure is that of the text, and undo leads back to the beginning.
func TestRandomTyping(t *testing.T) {
	w := open(t, "doors.cep", strings.Replace(doors, "\n", "\r\n", 4))
	faults := w.value(`(async () => {
		const field = document.querySelector("#text-field"), faults = [];
		const now = () => { field.dispatchEvent(new Event("pointerdown")); return field.value; }; // as one who types there
		const first = now();
		const layer = () => [...document.querySelectorAll(".text-layer .line")].map(l => l.textContent).join("\n");
		const pieces = ["x", "\n", "😀", " -o ", "%% a\n\n", "\t", "}", "q : pred.\n", "愛", ""];
		let seed = 7;
		const below = n => (seed = (seed * 48271) %% 2147483647) %% n;
		const pause = () => new Promise(done => setTimeout(done, below(30)));
		const undo = document.querySelector("#undo"), redo = document.querySelector("#redo");
		for (let n = 0; n < 250; n++) {
			const from = below(now().length + 1), to = Math.min(field.value.length, from + below(9) * below(2));
			switch (below(12)) {
			case 0: undo.click(); break;
			case 1: redo.click(); break;
			default:
				field.setRangeText(pieces[below(pieces.length)], from, to, "end");
				field.dispatchEvent(new InputEvent("input", {inputType: "insertFromPaste"}));
			}
			if (below(4) === 0) await pause();
			if (layer() !== now()) faults.push([n, layer(), field.value]);
		}
		while (!undo.disabled) {
			undo.click();
			await new Promise(done => setTimeout(done, 20));
		}
		if (now() !== first) faults.push([field.value, first]);
		if (!document.querySelector(".unsaved").hidden) faults.push("not saved");
		return JSON.stringify(faults.slice(0, 3));
	})()`)
	require.Equal(t, "[]", faults)
}
