package desk

import (
	"time"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// locating defines in the page how a user finds a control: by its label, up to a colon or a comma. A question mark in
// it is any word.
const locating = `
	globalThis.labelOf = e => (e.ariaLabel ?? e.labels?.[0]?.innerText ?? e.innerText).trim().replace(/\s+/g, " ");
	globalThis.locate = what => {
		if (/^[[.#]/.test(what)) return [...document.querySelectorAll(what)].find(e => !e.closest("[inert]"));
		const all = [...document.querySelectorAll("button, input, select, textarea, summary, a[href]")];
		const label = new RegExp("^" + RegExp.escape(what).replaceAll("\\?", "\\S+") + "($|[:,])");
		const found = all.filter(e => (e.checkVisibility() || e.closest(".view")) && !e.closest("[inert], [hidden]") &&
			label.test(labelOf(e)));
		return found.find(e => e.matches("[data-new]")) ?? found[0];
	};
	globalThis.itemOf = what => [...document.querySelectorAll(".menu-item:not([hidden])")].find(e =>
		e.querySelector(".menu-label").innerText.split(" ")[0] === what);
	globalThis.aim = e => { globalThis.aimed = e; globalThis.hit = null; };
	addEventListener("click", ({target: e, isTrusted}) => {
		if (!isTrusted) return; // it is one of a script
		const control = e.closest("button, input, select, summary, a, .menu-item");
		globalThis.hit = !!globalThis.aimed && (aimed.contains(e) || !!control && labelOf(control) === labelOf(aimed));
	}, true);
`

// located waits for a control, and for an end of all movement, and returns the centre of what can be seen of it. It
// fails if the control is not in front there.
func (u *user) located(script string) []float64 {
	u.Helper()
	u.do(chromedp.Evaluate[chromedp.Void](`globalThis.foundAt = null`))
	u.comes(`(() => {
		const e = ` + script + `;
		if (!e?.checkVisibility() || document.body.ariaBusy) return false;
		e.scrollIntoView({block: "center", behavior: "instant"});
		const {x, y, width, height} = e.getBoundingClientRect(), at = [x + width / 2, y + height / 2, width, height];
		const top = document.elementFromPoint(at[0], at[1]);
		if (String(at) !== String(globalThis.foundAt)) [globalThis.foundAt, globalThis.foundIn] = [at, frames];
		aim(e);
		return frames > foundIn + 1 && e.contains(top);
	})()`)
	return read[[]float64](u, `globalThis.foundAt`)
}

// hits clicks a control, by a function that clicks where it is, until the click was at it: what the play tells of rules
// may come in between, and move it.
func (u *user) hits(script string, click func(at []float64)) {
	u.Helper()
	for range 5 {
		click(u.located(script))
		for range 100 {
			if read[bool](u, `globalThis.hit !== null`) {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if read[bool](u, `!!globalThis.hit`) {
			return
		}
	}
	require.Fail(u, "no click is where it should be", script)
}

// control returns the script that finds a control.
func control(what string) string { return `locate(` + quoted(what) + `)` }

// mouse uses the mouse for all but names.
type mouse struct{ *user }

func (m mouse) click(script string) {
	m.Helper()
	m.hits(script, func(at []float64) {
		m.do(chromedp.MouseEvent(chromedp.MouseMoved, at[0], at[1]), chromedp.MouseClickXY(at[0], at[1]))
	})
}

func (m mouse) press(what string) {
	m.Helper()
	m.click(control(what))
}

func (m mouse) choose(item string) {
	m.Helper()
	m.click(`itemOf(` + quoted(item) + `)`)
}

func (m mouse) name(what string) {
	m.Helper()
	m.types(what)
	m.click(submit)
}

// submit is the button at the name that is being typed.
const submit = `document.activeElement.form?.querySelector("button[type=submit]")`

// keyboard uses no pointer.
type keyboard struct{ *user }

// watchesFocus has the page keep a list of keys after which the focus is lost, or cannot be seen.
func (u *user) watchesFocus() {
	u.do(chromedp.Evaluate[chromedp.Void](`
		globalThis.lost = [];
		const problem = () => {
			const e = document.activeElement, style = getComputedStyle(e);
			if (e === document.body) return "the focus is nowhere";
			if (!e.checkVisibility()) return "it is hidden";
			const {left, top, right, bottom} = e.getBoundingClientRect();
			if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return "it is out of view";
			const there = [[.5, .5], [.1, .2], [.9, .2], [.1, .8], [.9, .8]].some(([x, y]) =>
				e.contains(document.elementFromPoint(left + x * (right - left), top + y * (bottom - top))));
			if (!there) return document.elementFromPoint(left + 3, top + 3).className + " is in front of it";
			const seen = style.outlineStyle !== "none" || style.boxShadow !== "none" || e.querySelector(".active");
			if (!seen || !e.matches(":focus-visible")) return "it does not look different";
		};
		globalThis.looks = doing => {
			const found = problem();
			if (found) lost.push([doing, labelOf(document.activeElement).slice(0, 60), found].join(": "));
		};
		addEventListener("keyup", e => e.key === "Tab" && looks("Tab"));
	`))
}

// tabTo presses Tab or Shift+Tab until a control has the focus.
func (k keyboard) tabTo(what string) {
	k.Helper()
	k.comes(control(what) + `?.checkVisibility() && !document.body.ariaBusy`)
	for range 40 {
		steps := read[int](k.user, `(() => {
			const all = [...(document.querySelector("dialog:modal") ?? document).querySelectorAll(
				"a[href], button, input, select, textarea, summary, [tabindex]")].filter(e => !e.disabled &&
				(e.tabIndex >= 0 || e === document.activeElement) && e.checkVisibility() && !e.closest("[inert]"));
			return all.indexOf(`+control(what)+`) - all.indexOf(document.activeElement);
		})()`)
		if steps == 0 {
			return
		}
		for range max(steps, -steps) {
			k.keys(kb.Tab, map[bool]chromedp.Modifier{true: chromedp.ModifierShift}[steps < 0])
		}
	}
	require.Fail(k, "Tab does not lead to it", what)
}

func (k keyboard) press(what string) {
	k.Helper()
	k.tabTo(what)
	k.do(chromedp.Evaluate[chromedp.Void](`looks(` + quoted(k.doing) + `)`))
	k.presses(kb.Enter)
}

func (k keyboard) choose(item string) {
	k.Helper()
	k.comes(`document.querySelector(".menu-item.active") && itemOf(` + quoted(item) + `)`)
	k.do(chromedp.Evaluate[chromedp.Void](`looks("in the menu")`))
	k.presses(kb.Home)
	for range read[int](k.user, `(() => {
		const all = [...document.querySelectorAll(".menu-item:not([hidden], [aria-disabled=true])")];
		return all.indexOf(itemOf(`+quoted(item)+`)) - all.findIndex(e => e.matches(".active"));
	})()`) {
		k.keys(kb.ArrowDown, 0)
	}
	require.True(k, read[bool](k.user, `itemOf(`+quoted(item)+`).matches(".active")`), item)
	k.presses(kb.Enter)
	k.comes(`!document.querySelector(".menu") && !document.body.ariaBusy`)
}

func (k keyboard) name(what string) {
	k.Helper()
	k.enters(what)
}

// finger taps a phone. It is not as precise as a mouse.
type finger struct{ *user }

// leastTarget is the least width and height of a control that is tapped, in pixels of CSS: WCAG 2.2 asks for 24.
const leastTarget = 24

// becomesPhone makes the window that of a phone.
func (u *user) becomesPhone() {
	u.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
}

func (f finger) tap(script string) {
	f.Helper()
	f.toView(script)
	f.hits(script, func(at []float64) {
		require.GreaterOrEqual(f, min(at[2], at[3]), float64(leastTarget), f.doing)
		require.LessOrEqual(f, at[0]+at[2]/2, 391.0, "no scrolling to the side: %s", f.doing)
		for _, p := range []input.DispatchTouchEventParams{
			{Type: "touchStart", TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}}},
			{Type: "touchEnd", TouchPoints: []*input.TouchPoint{}},
		} {
			_, err := chromedp.Call(f.ctx, input.DispatchTouchEvent, p)
			require.NoError(f, err)
		}
	})
}

// toView taps the tab of the view that has a control.
func (f finger) toView(script string) {
	f.Helper()
	f.comes(script)
	tab := read[string](f.user, `(e => e.checkVisibility() ? "" : "view-" + e.closest(".view").id)(`+script+`)`)
	if tab != "" {
		f.tap(`document.getElementById(` + quoted(tab) + `)`)
	}
}

func (f finger) press(what string) {
	f.Helper()
	f.tap(control(what))
}

func (f finger) choose(item string) {
	f.Helper()
	f.tap(`itemOf(` + quoted(item) + `)`)
}

func (f finger) name(what string) {
	f.Helper()
	f.types(what)
	f.tap(submit)
}

// choosesFile has the browser answer its next question for a file with a path.
func (u *user) choosesFile(path string) {
	u.Helper()
	u.do(chromedp.Evaluate[chromedp.Void](`delete globalThis.showOpenFilePicker`)) // which needs a window of the system
	_, err := chromedp.Call(u.ctx, page.SetInterceptFileChooserDialog,
		page.SetInterceptFileChooserDialogParams{Enabled: true})
	require.NoError(u, err)
	require.NoError(u, chromedp.Listen(u.ctx, func(event any) {
		if e, ok := event.(*page.EventFileChooserOpened); ok {
			go func() {
				_, _ = chromedp.Call(u.ctx, dom.SetFileInputFiles,
					dom.SetFileInputFilesParams{Files: []string{path}, BackendNodeID: e.BackendNodeID})
			}()
		}
	}))
}
