package desk

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/workshop/lesson"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/render/chromium"
)

// intention is what a user wants to do next. How that is done depends on the hands.
type intention struct {
	do   string // "press", "choose", "name" or "open"
	what string // the label of a control, an item of a menu, a name, a file
}

// press activates the control with a label; or the first of a selector, which begins with a bracket or a dot.
func press(what string) intention { return intention{"press", what} }

// choose takes the item of the open menu with a first word.
func choose(item string) intention { return intention{"choose", item} }

// name types a name, and is done with it.
func name(what string) intention { return intention{"name", what} }

// tutorial is the model of the study's tutorial, from nothing.
func tutorial() (all []intention) {
	all = append(all, press("Type"), name("block"))
	for _, c := range parts.constants {
		all = append(all, press("New constant of type block"), name(c))
	}
	for _, p := range parts.predicates {
		all = append(all, press("Predicate"), name(p.name))
		for range p.args {
			all = append(all, press("Add an argument to predicate "+p.name), choose("block"))
		}
	}
	changes := func(rule string) {
		for _, a := range arguments {
			if a.rule == rule {
				all = append(all, press(a.label), choose(a.term))
			}
		}
	}
	for _, r := range parts.rules {
		all = append(all, press("[data-new=rule]"), name(r.name))
		for _, p := range r.left {
			all = append(all, press("Add what it needs, rule "+r.name), choose(p))
		}
		for _, p := range r.right {
			all = append(all, press("Add what it makes, rule "+r.name), choose(p))
		}
		changes(r.name)
	}
	all = append(all, press("Context"), name("start"))
	for _, p := range parts.facts {
		all = append(all, press("Add a fact, context start"), choose(p))
	}
	changes("")
	return append(all, press("[data-new=run]"))
}

// task is a task of the study, with the check of the tour that looks at what the program does afterwards.
type task struct {
	name, check string
	steps       []intention
}

// study has the tasks of the study of the older editor, each done on what the last one left.
var study = []task{
	{"T1 the tutorial", "rules", tutorial()},
	{"T2 a second arm", "arms", []intention{
		press("Type"), name("arm"),
		press("New constant of type arm"), name("left"),
		press("New constant of type arm"), name("right"),
		press("Add an argument to predicate arm_free"), choose("arm"), press("Go on"),
		press("Add a fact, context start"), choose("arm_free"),
		press("fact 7 of context start: arm_free ?, argument 1"), choose("right"),
	}},
	{"T3 one more block", "more", []intention{
		press("New constant of type block"), name("d"),
		press("Add a fact, context start"), choose("on_table"),
		press("fact 8 of context start: on_table ?, argument 1"), choose("d"),
		press("Add a fact, context start"), choose("clear"),
		press("fact 9 of context start: clear ?, argument 1"), choose("d"),
	}},
	{"T4 an end", "end", []intention{
		press("[data-new=rule]"), name("finish"),
		press("Add what it needs, rule finish"), choose("arm_free"),
		press("Add what it needs, rule finish"), choose("arm_free"),
		press("needs 2 of rule finish: arm_free ?, argument 1"), choose("A2"),
	}},
}

// saved is the last task: a saved program is opened, one of its facts is changed, it runs, and says why.
var saved = []intention{
	{"open", "saved.cep"},
	press("fact 4 of context start: on c a, argument 2"), choose("b"),
	press("Run 20 steps"),
	press("Why did the last step happen?"),
}

// hands carry intentions out.
type hands interface {
	press(what string)
	choose(item string)
	name(what string)
}

// carries carries intentions out with some hands.
func (u *user) carries(h hands, steps []intention) {
	u.Helper()
	for _, s := range steps {
		u.doing = s.do + " " + s.what
		switch s.do {
		case "press":
			h.press(s.what)
		case "choose":
			h.choose(s.what)
		case "name":
			h.name(s.what)
		case "open":
			u.offers(s.what)
			h.press("Open")
			u.comes(`workshop.name === ` + quoted(s.what))
		}
		u.comes(`!document.body.ariaBusy`)
	}
}

// studies does all tasks of the study.
func (u *user) studies(h hands) {
	was := 0
	for _, task := range study {
		u.carries(h, task.steps)
		chromium.Photograph(u.T, u.ctx, u.Name()+"-"+task.check+".png")
		prog, errs := lang.Load("study.cep", []byte(u.text()))
		require.False(u, errs.Failed(), "%s: %v\n%s", task.name, errs, u.text())
		found, err := lesson.Check(u.Context(), prog, task.check, was)
		require.NoError(u, err)
		require.True(u, found.Done, "%s: %s\n%s", task.name, found.Says, u.text())
		was = found.Number
	}
	require.Contains(u, u.text(), "  pick_up : arm_free A * on_table B * clear B -o holding B A.\n")
	u.carries(h, saved)
	require.Contains(u, u.text(), "% saved\n", "comments stay")
	require.Contains(u, u.text(), "on c b,")
	u.comes(`document.querySelectorAll(".log .logged").length === 20`)
	last := read[string](u, `document.querySelector(".log .here .logged").innerText`)
	u.comes(fmt.Sprintf(`document.querySelector("#live-why").innerText.includes(%s)`,
		quoted("Step 20 was "+last+", by chance")))
	chromium.Photograph(u.T, u.ctx, u.Name()+"-why.png")
}

// offers has the browser take a file when it asks for one, which a program cannot choose by hand.
func (u *user) offers(name string) {
	path := filepath.Join(u.TempDir(), name)
	text := "% saved\n" + strings.Replace(blocks, "clear b, clear c", "clear a, clear c", 1)
	require.NoError(u, os.WriteFile(path, []byte(text), 0o644))
	u.choosesFile(path)
}

func TestStudyByMouse(t *testing.T) {
	u := visit(t, "", 1280)
	u.studies(mouse{u})
}

func TestStudyByKeyboard(t *testing.T) {
	u := visit(t, "", 1280)
	u.watchesFocus()
	u.studies(keyboard{u})
	require.Empty(t, read[[]string](u, `lost`))
}

func TestStudyByTouch(t *testing.T) {
	u := visit(t, "", 390)
	u.becomesPhone()
	u.studies(finger{u})
}
