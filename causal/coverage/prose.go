package coverage

import (
	"fmt"
	"slices"
	"sync"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Prose is the sections of a text, and how often each was told. Runs end on several processors; the
// sums are the same in any order.
type Prose struct {
	File     string    `json:"file"`
	Variants []Variant `json:"variants"`
	Lacking  []string  `json:"rulesWithout"`

	Untold []int `json:"-"` // rules that the text has nothing for
	lock   sync.Mutex
}

// Variant is a section of a text: of several about the same topic one is told each time.
type Variant struct {
	Heading string `json:"heading"`
	At      string `json:"at"`
	Told    int    `json:"told"`
	Runs    int    `json:"runs"`             // in which it was told at all
	Reason  string `json:"reason,omitempty"` // why it was never told

	Rule        string `json:"-"` // of which it tells; "" for none
	Place       string `json:"-"` // stage of which it tells; "" for none
	Conditional bool   `json:"-"` // it has conditions, and does not only take its turn
}

// Count adds how often each variant was told of a run.
func (p *Prose) Count(told []int) {
	p.lock.Lock()
	defer p.lock.Unlock()
	for i, n := range told {
		p.Variants[i].Told += n
		p.Variants[i].Runs += min(n, 1)
	}
}

// times returns how many variants were told at all.
func (p *Prose) times() (n int) {
	for _, v := range p.Variants {
		n += min(v.Told, 1)
	}
	return n
}

// fillProse adds the rules that have no prose and, after at least one run, the reasons why variants were
// never told.
func (c *Report) fillProse() {
	if c.Prose == nil {
		return
	}
	c.Prose.Lacking = []string{}
	for _, i := range c.Prose.Untold {
		c.Prose.Lacking = append(c.Prose.Lacking, c.Rules[i].Name)
	}
	for i := range c.Prose.Variants {
		if v := &c.Prose.Variants[i]; v.Told == 0 && c.Done > 0 {
			v.Reason = c.silence(v)
		}
	}
}

// silence says why a variant was never told.
func (c *Report) silence(v *Variant) string {
	if v.Rule != "" {
		fired := 0
		for _, i := range c.program.Labels().Select(v.Rule) {
			fired += c.Rules[i].Fired
		}
		switch {
		case fired == 0:
			return "the rule never fired"
		case v.Conditional:
			return fmt.Sprintf("of %s it fitted none", english.Count(fired, "firing"))
		}
		return fmt.Sprintf("in %s others were told", english.Count(fired, "firing"))
	}
	if slices.ContainsFunc(c.Stages, func(s *Stage) bool { return v.Place != "" && s.Name == v.Place && s.Visits == 0 }) {
		return "the stage was never entered"
	}
	if v.Conditional {
		return "it never fitted"
	}
	return "there was no place for it"
}

// writeProse writes the variants that were never told, and the rules that have none.
func (c *Report) writeProse(b *report.Text) {
	if c.Prose == nil {
		return
	}
	var never, lacking []string
	for _, v := range c.Prose.Variants {
		if v.Told == 0 {
			never = append(never, fmt.Sprintf("%s: %s: %s", v.At, v.Heading, v.Reason))
		}
	}
	for _, i := range c.Prose.Untold {
		if r := c.Rules[i]; r.Fired > 0 {
			lacking = append(lacking, fmt.Sprintf("%s: fired %d×", c.at(r.rule.Start, r.Name), r.Fired))
		}
	}
	b.List("Prose never told", never)
	b.List("Fired without prose", lacking)
}
