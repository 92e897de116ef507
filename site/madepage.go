package site

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site/words"
)

const (
	madeClass = "made"
	madePath  = madeClass + ".html"
)

// madePage says how the site was made.
type madePage struct {
	frame
	Made     []string
	Pictures []figure
	Rules    []template.HTML
}

// addMade adds the page about the run, its pictures and its trace.
func (b *builder) addMade(ctx context.Context) error {
	if b.Bare || len(b.performance.Scenes) == 0 {
		return nil
	}
	page := madePage{frame: b.frame(b.words.Say("made"), madeClass, madePath), Made: b.made()}
	var err error
	if page.Pictures, err = b.figures(ctx); err != nil {
		return err
	}
	size := 0
	if p := b.graph.Trace.Program; p != nil {
		for i, r := range p.Rules {
			text := b.rules[b.graph.Rules().Label(i)]
			if size += len(text); r.Text != "" && size < fullPage {
				page.Rules = append(page.Rules, text)
			}
		}
	}
	var record bytes.Buffer
	if err := json.Write(&record, b.graph.Trace.Stream()); err != nil {
		return fmt.Errorf("%s: %w", tracePath, err)
	}
	b.add(tracePath, "", record.Bytes())
	return b.print("made", madePath, b.words.Say("made"), page)
}

// made says how the run came about, in a few sentences.
func (b *builder) made() []string {
	t := b.graph.Trace
	program, steps := b.words.Say("a-program"), b.words.Count("step", len(t.Steps))
	if t.Program != nil && t.Program.File != "" {
		program = b.words.Say("the-program", "file", words.Clean(t.Program.File))
	}
	said := []string{b.words.Say("ran", "program", program, "steps", steps)}
	if t.Run != nil {
		said[0] = b.words.Say("ran-seed", "program", program, "steps", steps, "seed", t.Run.Seed)
	}
	if c := b.choosers(t.Steps); c != "" {
		said = append(said, c)
	}
	if t.End != nil {
		said = append(said, b.words.Say("ended", "reason", b.reason(t.End)))
	}
	if plan := b.performance.Plan(); len(plan.Readings) > 1 {
		said = append(said, b.words.Count("readings", len(plan.Readings),
			"scenes", b.words.Count("scene", len(b.performance.Scenes)), "most", len(plan.Best)))
	}
	return said
}

// choosers returns a text about the number of steps that each chooser chose, and of those without a
// choice.
func (b *builder) choosers(steps []trace.Step) string {
	counts, forced := make(map[trace.Chosen]int), 0
	for _, s := range steps {
		if s.Choices == 1 {
			forced++
		} else {
			counts[s.Chosen]++
		}
	}
	var parts []string
	for _, c := range []struct {
		by  trace.Chosen
		key string
	}{{trace.ByChance, "chance-times"}, {trace.ByPlayer, "player-times"}, {trace.ByScript, "script-times"}} {
		if n := counts[c.by]; n > 0 {
			parts = append(parts, b.words.Say(c.key, "times", b.words.Count("times", n)))
		}
	}
	said := words.Nonempty(strings.Join(parts, ", "))
	if forced > 0 {
		said = append(said, b.words.Say("forced-times", "times", b.words.Count("times", forced)))
	}
	if len(said) == 0 {
		return ""
	}
	return english.Capital(b.words.Clauses(said)) + "."
}

// reason says why a run ended.
func (b *builder) reason(end *trace.End) string {
	switch end.Why {
	case trace.Quiescent:
		return b.words.Say("reason-rest")
	case trace.LimitHit:
		if end.Message != "" {
			return b.words.Say("reason-limit-of", "message", words.Clean(end.Message))
		}
		return b.words.Say("reason-limit")
	case trace.Stopped:
		return b.words.Say("reason-stopped")
	case trace.Interrupted:
		return b.words.Say("reason-interrupted")
	}
	return b.words.Say("reason-error", "message", words.Clean(end.Message))
}
