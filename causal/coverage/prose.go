package coverage

import (
	"fmt"
	"slices"
	"sync"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Prose is the sections of a text, and how often each was told. Runs end on several processors; the
// sums are the same in any order.
type Prose struct {
	File     string    `json:"file"`
	Variants []Variant `json:"variants"`
	Lacking  []string  `json:"rulesWithout"`

	SHA256 string `json:"-"` // of the text, in hexadecimal
	Untold []int  `json:"-"` // rules that the text has nothing for
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

// appendText appends the canonical form, without the counts.
func (p *Prose) appendText(b []byte) []byte {
	if p == nil {
		return mergeable.AppendBool(b, false)
	}
	b = mergeable.AppendText(mergeable.AppendBool(b, true), p.File)
	b = appendNumbers(b, len(p.Untold))
	b = appendNumbers(b, p.Untold...)
	b = appendNumbers(b, len(p.Variants))
	for i := range p.Variants {
		v := &p.Variants[i]
		for _, text := range []string{v.Heading, v.At, v.Rule, v.Place} {
			b = mergeable.AppendText(b, text)
		}
		b = mergeable.AppendBool(b, v.Conditional)
	}
	return b
}

// appendCounts appends the counts.
func (p *Prose) appendCounts(b []byte) []byte {
	if p != nil {
		for _, v := range p.Variants {
			b = appendNumbers(b, v.Told, v.Runs)
		}
	}
	return b
}

// readProse reads the forms that appendText and appendCounts have appended.
func readProse(r *mergeable.Reader) *Prose {
	if !r.Bool() {
		return nil
	}
	p := &Prose{File: r.Text(), Variants: []Variant{}}
	for range r.Len(1, mostNames) {
		p.Untold = append(p.Untold, r.Count())
	}
	for range r.Len(bytesOfVariant, mostNames) {
		p.Variants = append(p.Variants, Variant{Heading: r.Text(), At: r.Text(), Rule: r.Text(), Place: r.Text(),
			Conditional: r.Bool()})
	}
	for i := range p.Variants {
		v := &p.Variants[i]
		if v.Told, v.Runs = r.Count(), r.Count(); v.Runs > v.Told {
			r.Fail("a variant was told in more runs than times")
		}
	}
	return p
}

// bytesOfVariant is the least length of a variant's form without its counts.
const bytesOfVariant = 5

// withoutCounts returns the prose with all counts at zero.
func (p *Prose) withoutCounts() *Prose {
	if p == nil {
		return nil
	}
	out := &Prose{File: p.File, SHA256: p.SHA256, Untold: p.Untold, Variants: slices.Clone(p.Variants)}
	for i := range out.Variants {
		out.Variants[i].Told, out.Variants[i].Runs = 0, 0
	}
	return out
}

// merge adds the counts of the same prose, told of other runs.
func (p *Prose) merge(o *Prose) {
	if p == nil {
		return
	}
	for i, v := range o.Variants {
		p.Variants[i].Told += v.Told
		p.Variants[i].Runs += v.Runs
	}
}

// fits reports whether all rules of the prose are rules of a program with so many of them.
func (p *Prose) fits(rules int) bool {
	return p == nil || !slices.ContainsFunc(p.Untold, func(i int) bool { return i >= rules })
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
