package fold

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// trimming leaves events out, one option after another.
type trimming struct {
	graph  *causal.Graph
	keep   []bool // by event
	left   []Left
	hidden map[trace.ResourceID]bool
}

func (t *trimming) trim(o Options) error {
	if err := t.trimSteps(o); err != nil {
		return err
	}
	for _, around := range []struct {
		option   string
		patterns []string
		reach    func(seeds) []bool
	}{
		{"Past", o.Past, func(s seeds) []bool { return t.past(s.made) }},
		{"Future", o.Future, func(s seeds) []bool { return or(t.future(s.used), s.made) }},
		{"Focus", o.Focus, func(s seeds) []bool {
			all := or(s.used, s.made)
			return or(t.past(slices.Clone(all)), t.future(all))
		}},
	} {
		if len(around.patterns) == 0 {
			continue
		}
		found, err := t.find(around.option, around.patterns)
		if err != nil {
			return err
		}
		wanted := around.reach(t.seeds(found))
		t.only(around.option, func(e int) bool { return wanted[e] })
	}
	if err := t.trimCharacters(o); err != nil {
		return err
	}
	return t.trimIgnored(o)
}

// only leaves out what an option does not want.
func (t *trimming) only(option string, wanted func(e int) bool) {
	n := 0
	for e, kept := range t.keep {
		if kept && !wanted(e) {
			t.keep[e] = false
			n++
		}
	}
	if n > 0 {
		t.left = append(t.left, Left{option, n})
	}
}

func (t *trimming) trimSteps(o Options) error {
	from, err := t.step("From", o.From, 0)
	if err != nil {
		return err
	}
	to, err := t.step("To", o.To, causal.Event(t.graph.Len()))
	if err != nil {
		return err
	}
	if o.From != 0 && o.To != 0 && from > to {
		return &OptionError{"To", fmt.Errorf("%s fired before %s", o.To, o.From)}
	}
	t.only("From", func(e int) bool { return causal.Event(e) >= from })
	t.only("To", func(e int) bool { return causal.Event(e) <= to })
	return nil
}

// step returns the event of a step that an option names, or the one for an open end.
func (t *trimming) step(option string, id trace.StepID, open causal.Event) (causal.Event, error) {
	if id == 0 {
		return open, nil
	}
	found, err := t.graph.Find(id.String())
	if err != nil {
		return 0, &OptionError{option, err}
	}
	return found[0].Event, nil
}

func (t *trimming) trimIgnored(o Options) error {
	found, err := t.find("Ignore", o.Ignore)
	if err != nil {
		return err
	}
	ignored := make([]bool, t.graph.Len())
	for _, target := range found {
		if target.Resource != nil {
			t.hidden[target.Resource.ID] = true
			continue
		}
		ignored[target.Event] = true
	}
	t.only("Ignore", func(e int) bool { return !ignored[e] })
	return nil
}

func (t *trimming) trimCharacters(o Options) error {
	if len(o.Characters) == 0 {
		return nil
	}
	acts := make([]bool, t.graph.Len())
	for _, name := range o.Characters {
		if name == "" {
			return &OptionError{"Characters", errors.New("a name is missing")}
		}
		cast, err := cast.Find(t.graph, cast.Options{By: name, Place: cast.None})
		if err != nil {
			return &OptionError{"Characters", err}
		}
		for _, thread := range t.graph.Appearances(cast) {
			for _, e := range thread.Events {
				acts[e] = true
			}
		}
	}
	t.only("Characters", func(e int) bool { return acts[e] })
	return nil
}
