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
	page := madePage{frame: b.frame(madeName, madeClass, madePath), Made: b.made()}
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
	return b.print("made", madePath, madeName, page)
}

// made says how the run came about, in a few sentences.
func (b *builder) made() []string {
	t := b.graph.Trace
	source := "A program"
	if t.Program != nil && t.Program.File != "" {
		source = "The program " + words.Clean(t.Program.File)
	}
	source += " ran for " + english.Count(len(t.Steps), "step")
	if t.Run != nil {
		source += fmt.Sprintf(" with seed %d", t.Run.Seed)
	}
	said := []string{source + "."}
	if c := choosers(t.Steps); c != "" {
		said = append(said, c)
	}
	if t.End != nil {
		said = append(said, "It ended because "+reason(t.End)+".")
	}
	if plan := b.performance.Plan(); len(plan.Readings) > 1 {
		said = append(said, fmt.Sprintf("It takes %d readings to see all %s; a single reading shows at most %d.",
			len(plan.Readings), english.Count(len(b.performance.Scenes), "scene"), len(plan.Best)))
	}
	return said
}

// choosers returns a text about the number of steps that each chooser chose, and of those without a
// choice.
func choosers(steps []trace.Step) string {
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
		by   trace.Chosen
		name string
	}{{trace.ByChance, "chance"}, {trace.ByPlayer, "the player"}, {trace.ByScript, "a list of choices"}} {
		if n := counts[c.by]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s chose %s", c.name, times(n)))
		}
	}
	said := words.Nonempty(strings.Join(parts, ", "))
	if forced > 0 {
		said = append(said, times(forced)+" nothing else could happen")
	}
	if len(said) == 0 {
		return ""
	}
	return english.Capital(strings.Join(said, "; ")) + "."
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// reason says why a run ended.
func reason(end *trace.End) string {
	switch end.Why {
	case trace.Quiescent:
		return "nothing more could happen"
	case trace.LimitHit:
		if end.Message != "" {
			return "the run had reached a limit: " + words.Clean(end.Message)
		}
		return "the run had reached its limit of steps"
	case trace.Stopped:
		return "the player stopped"
	case trace.Interrupted:
		return "the run was interrupted"
	}
	return "of an error: " + words.Clean(end.Message)
}
