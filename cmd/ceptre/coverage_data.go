package main

import (
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep"
)

// coverageData is the [coverage] of a program, as data.
type coverageData struct {
	seriesData
	From   []fromData    `json:"from"`
	Fired  int           `json:"fired"` // rules and links
	Rules  []coveredData `json:"rules"` // links are the last
	Stages []visitedData `json:"stages"`
	Facts  []idleData    `json:"idleFacts"`
	Prose  *wordingData  `json:"prose,omitempty"`
	Ends   []endData     `json:"ends"`
}

// fromData is runs that begin in one place, or a blessed run.
type fromData struct {
	Name  string `json:"name"`
	Trace int    `json:"trace,omitempty"` // the number of the #trace, from 1
	File  string `json:"file,omitempty"`  // of the blessed run
	Stage string `json:"stage"`
	Asked int    `json:"asked"`
	Done  int    `json:"done"`
	Fired int    `json:"fired"` // rules and links
	Only  int    `json:"only"`  // that fired in no other runs
}

// coveredData is a rule or a link.
type coveredData struct {
	Rule     string       `json:"rule"`
	Stage    string       `json:"stage"`
	Link     bool         `json:"link,omitempty"`
	Line     int          `json:"line"`
	Column   int          `json:"column"`
	Fired    int          `json:"fired"`
	Runs     int          `json:"runs"` // in which it fired at all
	Enabled  int          `json:"enabledStates"`
	Enabling int          `json:"enabledRuns"`
	Expected float64      `json:"expected"` // firings
	Lost     []defeatData `json:"lost"`
	Cause    cause        `json:"cause,omitempty"` // of one that never fired
	Reason   string       `json:"reason,omitempty"`
	From     []string     `json:"from"`             // batches with runs in which it fired
	Looked   int          `json:"looked,omitempty"` // at how many states, for what it lacked there
	Lacked   []lackData   `json:"lacked,omitempty"`
}

// lackData is what a rule lacked in so many states. There is nothing but the number where all
// was met, and a rule of an ordered stage came first.
type lackData struct {
	Premises []premiseData `json:"premises"`
	Apart    []string      `json:"apart,omitempty"` // variables of which the facts that were there had no one value
	// Copies are premises that ask for one fact, of which there never were enough copies for one value
	// of the variables in Apart.
	Copies   []premiseData `json:"copies,omitempty"`
	NoResult bool          `json:"noResult,omitempty"`
	Unknown  bool          `json:"unknown,omitempty"` // the search found no end
	States   int           `json:"states"`
}

// defeatData says how often another rule fired in place of one.
type defeatData struct {
	To    string   `json:"to"`
	Times int      `json:"times"`
	Took  int      `json:"took"` // how often it was no longer enabled then
	Over  []string `json:"over"` // predicates of what both need and the other uses up
}

// visitedData is a stage.
type visitedData struct {
	Stage  string `json:"stage"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Runs   int    `json:"runs"`
	Visits int    `json:"visits"`
	Steps  int    `json:"steps"`
	Reason string `json:"reason,omitempty"`
}

// idleData is a predicate of which there was no fact, or none that was needed.
type idleData struct {
	Predicate string `json:"predicate"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	Made      bool   `json:"made"`
	Reason    string `json:"reason"`
}

// wordingData is what was told of the prose.
type wordingData struct {
	File     string        `json:"file"`
	Variants []variantData `json:"variants"`
	Lacking  []string      `json:"rulesWithout"`
}

// variantData is a section of the prose.
type variantData struct {
	Heading string `json:"heading"`
	At      string `json:"at"`
	Told    int    `json:"told"`
	Runs    int    `json:"runs"` // in which it was told at all
	Reason  string `json:"reason,omitempty"`
}

// data returns all that is known, as data.
func (c *coverage) data() coverageData {
	return coverageData{
		seriesData: newSeriesData(c.outcome), From: each(c.from, c.fromData), Fired: c.fired(),
		Rules:  each(c.rules, c.coveredData),
		Stages: each(c.stages, newVisitedData),
		Facts:  each(c.idle, newIdleData),
		Prose:  c.wordingData(),
		Ends:   each(sweep.Ends(c.Rows), newEndData),
	}
}

func (c *coverage) coveredData(r *covered) coveredData {
	return coveredData{
		Rule: r.Label, Stage: r.Stage.Name, Link: r.link != nil, Line: r.Start.Line, Column: r.Start.Col,
		Fired: r.fired, Runs: r.runs, Enabled: r.could.States, Enabling: r.couldRuns, Expected: r.could.Expected,
		Lost: each(r.losses, func(l sweep.Loss) defeatData {
			winner := c.rules[l.To]
			return defeatData{winner.Label, l.Times, l.Took, over(r, winner)}
		}),
		Cause: r.cause, Reason: r.reason, From: texts(r.from, func(f *batch) string { return f.name }),
		Looked: r.lacked.States, Lacked: each(r.lacked.Lacks, func(l sweep.Lack) lackData {
			return lackData{c.missing(r, l), report.Variables(r.Rule, l.Apart), c.asked(r, nil, l.Copies, 0), l.NoResult, l.Unknown, l.States}
		}),
	}
}

func (c *coverage) fromData(f *batch) fromData {
	fired, only := c.share(f)
	return fromData{f.name, f.trace, f.file, f.Start.Stage.Name, f.Options.Runs, len(f.Rows), fired, only}
}

func newVisitedData(s *visited) visitedData {
	return visitedData{s.Name, s.Start.Line, s.Start.Col, s.runs, s.visits, s.steps, s.reason}
}

func newIdleData(p *idle) idleData {
	return idleData{p.Name, p.Start.Line, p.Start.Col, p.made, p.reason}
}

func (c *coverage) wordingData() *wordingData {
	if c.words == nil {
		return nil
	}
	d := &wordingData{File: c.words.text.Name(), Variants: []variantData{}, Lacking: []string{}}
	for i, v := range c.words.variants {
		line := variantData{Heading: v.Heading, At: v.At, Told: c.words.told[i], Runs: c.words.runs[i]}
		if line.Told == 0 && len(c.Rows) > 0 {
			line.Reason = c.silence(v)
		}
		d.Variants = append(d.Variants, line)
	}
	for _, i := range c.words.untold {
		d.Lacking = append(d.Lacking, c.rules[i].Label)
	}
	return d
}
