package main

import (
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// sweepData is what came of many runs, as data.
type sweepData struct {
	seriesData
	Ends      []endData    `json:"ends"`
	Steps     spreadData   `json:"steps"`
	Rules     []firedData  `json:"rules"`
	Facts     []foundData  `json:"facts,omitempty"`
	Different *differences `json:"different,omitempty"`
	Finals    int          `json:"finalStates"`
	By        []partData   `json:"by,omitempty"`
	Runs      []runData    `json:"runs"`
}

// seriesData says what was run.
type seriesData struct {
	Program string `json:"program"`
	Stage   string `json:"stage"` // the first
	Seed    uint64 `json:"seed"`  // of the first run
	Choose  string `json:"choose"`
	Asked   int    `json:"asked"` // how many runs there were to be
	Done    int    `json:"done"`
}

func newSeriesData(o *outcome) seriesData {
	return seriesData{o.Program.Name, o.Start.Stage.Name, o.seed, o.chosen(), o.Options.Runs, len(o.Rows)}
}

// endData is a way to end.
type endData struct {
	Ended trace.Why  `json:"ended"`
	Limit string     `json:"limit,omitempty"` // if not that of steps
	Stage string     `json:"stage,omitempty"` // none after a link that ended the run
	Link  string     `json:"link,omitempty"`  // that link
	Runs  int        `json:"runs"`
	Seed  uint64     `json:"seed"` // of the first
	Steps spreadData `json:"steps"`
}

// spreadData says how numbers are spread.
type spreadData struct {
	Min    int     `json:"min"`
	Lower  int     `json:"lowerQuartile"`
	Median int     `json:"median"`
	Upper  int     `json:"upperQuartile"`
	Max    int     `json:"max"`
	Mean   float64 `json:"mean"`
	Total  int     `json:"total"`
}

// firedData says how often a rule fired.
type firedData struct {
	Rule  string `json:"rule"`
	Stage string `json:"stage"`
	Runs  int    `json:"runs"` // in which it fired at all
	spreadData
}

// foundData says how many of some facts there were where runs ended.
type foundData struct {
	Facts  string     `json:"facts"`
	Runs   int        `json:"runs"` // in which there were any
	Copies spreadData `json:"copies"`
	// Numbers is how the numbers in all of these facts are spread, if there are any.
	Numbers *spreadData `json:"numbers,omitempty"`
	// Levels are the numbers of facts with the same other arguments, over the runs.
	Levels []levelData `json:"levels,omitempty"`
}

// levelData says how the numbers in facts with the same other arguments are spread, added up in
// each run.
type levelData struct {
	Facts string `json:"facts"`
	Runs  int    `json:"runs"` // in which there were any
	spreadData
}

// differences says how many runs are different.
type differences struct {
	Runs int `json:"runs"`
	// Inexact is how many runs were too symmetric to be told from all others.
	Inexact int `json:"inexact"`
}

// partData is the runs in which rules fired so often.
type partData struct {
	Fired map[string]int `json:"fired"`
	Runs  int            `json:"runs"`
	Steps spreadData     `json:"steps"`
	Ends  []endData      `json:"ends"`
	Seeds []uint64       `json:"seeds"`
}

// runData is a run. Rules that did not fire are left out.
type runData struct {
	Seed    uint64         `json:"seed"`
	Steps   int            `json:"steps"`
	Ended   trace.Why      `json:"ended"`
	Limit   string         `json:"limit,omitempty"` // if not that of steps
	Stage   string         `json:"stage,omitempty"`
	Link    string         `json:"link,omitempty"` // that ended the run
	Message string         `json:"message,omitempty"`
	Hash    string         `json:"hash,omitempty"`
	Inexact bool           `json:"inexact,omitempty"` // others may have this hash, too
	Final   string         `json:"final"`
	Fired   map[string]int `json:"fired"`
	// Facts is those of each pattern that there were at the end.
	Facts map[string]copiesData `json:"facts,omitempty"`
}

// copiesData is facts of a pattern that there were where a run ended.
type copiesData struct {
	Copies  int   `json:"copies"`
	Numbers []int `json:"numbers,omitempty"` // the one in each, in the order in which they were made
}

// data returns all that is known, as data.
func (a *sweepAnswer) data() sweepData {
	d := sweepData{
		seriesData: newSeriesData(a.outcome),
		Ends:       each(sweep.Ends(a.Rows), newEndData), Steps: newSpreadData(sweep.Lengths(a.Rows)),
		Rules: []firedData{}, Finals: len(sweep.Finals(a.Rows)), Runs: each(a.Rows, a.runData),
	}
	for i, r := range a.Rules {
		spread, runs := sweep.Firings(a.Rows, i)
		d.Rules = append(d.Rules, firedData{r.Label, r.Stage.Name, runs, newSpreadData(spread)})
	}
	for i, t := range a.Facts {
		d.Facts = append(d.Facts, a.foundData(i, t))
	}
	if a.Hashed {
		d.Different = &differences{Runs: len(sweep.Hashes(a.Rows)), Inexact: a.inexact()}
	}
	if len(a.by) > 0 {
		d.By = each(sweep.Split(a.Rows, a.by), a.partData)
	}
	return d
}

func newSpreadData(s sweep.Spread) spreadData {
	return spreadData{s.Min, s.Lower, s.Median, s.Upper, s.Max, s.Mean, s.Total}
}

// foundData returns the findings about the facts of a tally, given with its index.
func (a *sweepAnswer) foundData(i int, t sweep.Tally) foundData {
	copies, runs := sweep.Copies(a.Rows, i)
	d := foundData{Facts: t.String(), Runs: runs, Copies: newSpreadData(copies)}
	d.Levels = each(sweep.Levels(a.Rows, i), func(l sweep.LevelSpread) levelData {
		return levelData{l.Fact, l.Runs, newSpreadData(l.Spread)}
	})
	if t.Number >= 0 && copies.Total > 0 {
		numbers := newSpreadData(sweep.Numbers(a.Rows, i))
		d.Numbers = &numbers
	}
	return d
}

func newEndData(g sweep.Group[sweep.Ending]) endData {
	return endData{g.Of.Why, g.Of.Limit, g.Of.Stage, g.Of.Link, len(g.Rows), g.Rows[0].Seed, newSpreadData(sweep.Lengths(g.Rows))}
}

func (a *sweepAnswer) partData(p sweep.Part) partData {
	d := partData{
		Fired: make(map[string]int), Runs: len(p.Rows), Steps: newSpreadData(sweep.Lengths(p.Rows)),
		Ends: each(sweep.Ends(p.Rows), newEndData), Seeds: each(p.Rows, func(r *sweep.Row) uint64 { return r.Seed }),
	}
	for i, rule := range a.by {
		d.Fired[a.Rules[rule].Label] = p.Times[i]
	}
	return d
}

func (a *sweepAnswer) runData(r *sweep.Row) runData {
	d := runData{
		Seed: r.Seed, Steps: r.Steps, Ended: r.Why, Limit: r.Limit, Stage: r.Stage, Link: r.Link, Message: r.Message,
		Final: r.Final.String(), Fired: make(map[string]int),
	}
	if a.Hashed {
		d.Hash, d.Inexact = r.Hash.String(), !r.Hash.Exact
	}
	for i, n := range r.Fired {
		if n > 0 {
			d.Fired[a.Rules[i].Label] = n
		}
	}
	if len(r.Facts) > 0 {
		d.Facts = make(map[string]copiesData, len(r.Facts))
	}
	for i, f := range r.Facts {
		d.Facts[a.Facts[i].String()] = copiesData{f.Copies, f.Numbers}
	}
	return d
}
