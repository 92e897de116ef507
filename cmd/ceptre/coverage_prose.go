package main

import (
	"fmt"
	"slices"
	"sync"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/plural"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// wording counts how often each variant of a text is told. Runs end on several
// processors; the sums are the same in any order.
type wording struct {
	text     *prose.Prose
	variants []prose.Variant
	untold   []int // the rules that the text has nothing for
	lock     sync.Mutex
	told     []int // by variant
	runs     []int // by variant, in which it was told at all
}

// words returns the prose to count, or nil if there is none. Misfits are left out of prose that the
// user did not ask for by a flag.
func (v *inspector) words(prog *lang.Program, file string) (*wording, error) {
	if v.noProse {
		return nil, nil
	}
	program := exec.Describe(prog)
	text, notes, err := fittingProse(v.Streams, v.prose, besideProgram(file), program)
	for _, note := range notes {
		fmt.Fprintln(v.Err, trace.Visible(note))
	}
	if text == nil || err != nil {
		return nil, err
	}
	w := &wording{text: text, variants: text.Variants(program), untold: text.Untold(program)}
	w.told, w.runs = make([]int, len(w.variants)), make([]int, len(w.variants))
	return w, nil
}

// reader returns who reads the records of runs, or nil without a text.
func (w *wording) reader() func(*trace.Trace) error {
	if w == nil {
		return nil
	}
	return w.read
}

// read counts what the site of a run tells.
func (w *wording) read(t *trace.Trace) error {
	told, err := site.Told(causal.New(t), site.Options{Prose: w.text})
	if err != nil {
		return err
	}
	w.lock.Lock()
	defer w.lock.Unlock()
	for i, n := range told {
		w.told[i] += n
		w.runs[i] += min(n, 1)
	}
	return nil
}

// times returns how many variants were told at all.
func (w *wording) times() (n int) {
	for _, told := range w.told {
		n += min(told, 1)
	}
	return n
}

// silence says why a variant was never told.
func (c *coverage) silence(v prose.Variant) string {
	switch v.Kind {
	case prose.Rule:
		fired := 0
		for _, i := range c.Program.Labels().Select(v.Name) {
			fired += c.rules[i].fired
		}
		switch {
		case fired == 0:
			return "the rule never fired"
		case v.Conditional:
			return fmt.Sprintf("of %s it fitted none", plural.Count(fired, "firing"))
		}
		return fmt.Sprintf("in %s others were told", plural.Count(fired, "firing"))
	case prose.Stage:
		if i := slices.IndexFunc(c.stages, func(s *visited) bool { return s.Name == v.Name }); i >= 0 && c.stages[i].visits == 0 {
			return "the stage was never entered"
		}
	}
	if v.Conditional {
		return "it never fitted"
	}
	return "there was no place for it"
}
