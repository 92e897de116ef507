package tui

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what is there now into testdata")

// player drives a screen without a terminal.
type player struct {
	t     testing.TB
	m     *model
	msgs  chan tea.Msg
	saved map[string]bool
	over  bool // the screen has been left
	keep  bool // nothing is unsaved
}

// sit has a program played on a screen of a size.
func sit(t testing.TB, name, program, text string, width, height int) *player {
	prog, errs := lang.Load(name, []byte(program))
	require.NotNil(t, prog, "%v", errs)
	words, err := prose.Parse(name+".md", []byte(text), prose.Options{})
	require.NoError(t, err)
	title := words.Front().Title
	if text == "" {
		words, title = nil, name
	}
	p := &player{t: t, msgs: make(chan tea.Msg, 1000), saved: map[string]bool{"old.json": true}}
	lines := NewLines()
	printed := map[session.Point][]string{}
	var d *game.Game
	out := printer(func(text string) { printed[d.At()] = append(printed[d.At()], strings.TrimSpace(text)) })
	c := &console.Console{Program: prog, Line: lines.Next, Out: out, Say: lines}
	o := game.Options{Run: exec.Options{Seed: 1, Host: c.Host(), Limits: exec.Limits{Steps: 1 << 40}}, Prose: words}
	if prog.Traces[0].Bound > 0 {
		o.Run.Limits.Steps = 0
	}
	d, err = game.New(t.Context(), prog, prog.Traces[0], o)
	require.NoError(t, err)
	g := Options{
		Game: d, Title: title, Seed: 1, Lines: lines, SaveName: name + ".json",
		Begin:   func(ctx context.Context) error { return d.Act(func() error { return d.Proceed(ctx) }) },
		Steps:   func() int64 { return 0 },
		Printed: func(at session.Point) []string { return printed[at] },
		Stopped: func() string { what, _, _ := strings.Cut(d.Stopped().What, " "); return what },
		Bounded: func(ctx context.Context, do func(context.Context) error) error { return do(ctx) },
		Place:   func(err error) error { return fmt.Errorf("here: %w", err) },
		Why:     func(_ context.Context, what string) (string, error) { return "because of " + what, nil },
		WhyNot:  func(_ context.Context, what string) (string, error) { return "", fmt.Errorf("no rule %s", what) },
		Save:    p.save,
		Unsaved: func() string { return p.unsaved(d) },
	}
	p.m = newModel(t.Context(), g)
	p.update(tea.WindowSizeMsg{Width: width, Height: height})
	p.run(p.m.Init())
	p.settle()
	return p
}

type printer func(string)

func (p printer) Write(text []byte) (int, error) {
	p(string(text))
	return len(text), nil
}

func (p *player) unsaved(d *game.Game) string {
	if p.keep || d.Depth() == 0 {
		return ""
	}
	return "This game is not saved."
}

func (p *player) save(_ context.Context, name string, over bool) (string, error) {
	if p.saved[name] && !over {
		return name, fs.ErrExist
	}
	p.saved[name] = true
	return name, nil
}

// run runs a command in the background.
func (p *player) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, c := range msg {
				p.run(c)
			}
		default:
			p.msgs <- msg
		}
	}()
}

func (p *player) update(msg tea.Msg) {
	if _, ok := msg.(tea.QuitMsg); ok {
		p.over = true
		return
	}
	_, cmd := p.m.Update(msg)
	p.run(cmd)
}

// settle waits until nothing is being done, or the player is asked.
func (p *player) settle() {
	deadline := time.After(20 * time.Second)
	for p.m.busy != nil && p.m.question == nil || p.m.leaving && !p.over {
		select {
		case msg := <-p.msgs:
			p.update(msg)
		case <-deadline:
			require.Fail(p.t, "the work does not end")
		}
	}
}

// types presses keys, one after another: their names, or texts.
func (p *player) types(keys ...string) {
	for _, k := range keys {
		p.press(k)
		p.settle()
	}
}

func (p *player) press(k string) {
	if special, ok := specials[k]; ok {
		p.update(tea.KeyPressMsg(special))
		return
	}
	for _, r := range k {
		if r == '\n' {
			p.press("enter")
			continue
		}
		p.update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

var specials = map[string]tea.Key{
	"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab},
	"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown},
	"left": {Code: tea.KeyLeft},
	"home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd}, "backspace": {Code: tea.KeyBackspace},
	"ctrl+c": {Code: 'c', Mod: tea.ModCtrl}, "ctrl+d": {Code: 'd', Mod: tea.ModCtrl},
	"ctrl+r": {Code: 'r', Mod: tea.ModCtrl},
	"ctrl+u": {Code: 'u', Mod: tea.ModCtrl},
}

// text returns the text on the screen, without colours and trailing blanks.
func (p *player) text() string {
	var b strings.Builder
	for line := range strings.Lines(ansi.Strip(p.m.draw())) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}

func (p *player) sees(texts ...string) {
	p.t.Helper()
	for _, text := range texts {
		require.Contains(p.t, p.text(), text)
	}
}

func (p *player) misses(text string) {
	p.t.Helper()
	require.NotContains(p.t, p.text(), text)
}

// example returns a program of the examples with its prose.
func example(t testing.TB, name string) (program, text string) {
	read := func(file string) string {
		data, err := os.ReadFile(filepath.Join("../../../examples", file))
		require.NoError(t, err)
		return string(data)
	}
	return read(name + ".cep"), read(name + ".md")
}

// golden compares the screen with the one in a file of testdata.
func (p *player) golden(name string) {
	file := filepath.Join("testdata", name+".txt")
	if *update {
		require.NoError(p.t, os.WriteFile(file, []byte(p.text()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(p.t, err)
	require.Equal(p.t, string(want), p.text())
}
