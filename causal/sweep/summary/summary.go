// Package summary says what came of many runs of a program: as text, as JSON, and as a table with a row
// for each run.
package summary

import (
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/lang"
)

// Summary is what came of many runs. Its fields are the JSON.
type Summary struct {
	Series
	Ends []End `json:"ends"`
	// Goal says how many runs meet their goal; nil if they have none.
	Goal *Goal `json:"goal,omitempty"`
	// Statements say of each statement of the program in how many runs it is violated.
	Statements []Statement  `json:"statements,omitempty"`
	Steps      sweep.Spread `json:"steps"`
	Rules      []Rule       `json:"rules"`
	Facts      []Facts      `json:"facts,omitempty"`
	Different  *Different   `json:"different,omitempty"`
	Finals     int          `json:"finalStates"`
	By         []Part       `json:"by,omitempty"`
	Runs       []Run        `json:"runs"`

	rows  sweep.Rows
	by    []string // labels of the rules of By
	parts []sweep.Part
	runs  often // of the different runs
	final often // of the final states
}

// Rule says how often a rule fired.
type Rule struct {
	Rule  string `json:"rule"`
	Stage string `json:"stage"`
	Runs  int    `json:"runs"` // in which it fired at all
	sweep.Spread
}

// Statement says in how many runs a statement is violated, at which such a run ends.
type Statement struct {
	Statement string   `json:"statement"`
	Runs      int      `json:"runs"`
	Seeds     []uint64 `json:"seeds"` // of the first of these runs
}

// Facts says how many of some facts there were where runs ended.
type Facts struct {
	Facts  string       `json:"facts"`
	Runs   int          `json:"runs"` // in which there were any
	Copies sweep.Spread `json:"copies"`
	// Numbers is how the numbers in all of these facts are spread, if there are any.
	Numbers *sweep.Spread `json:"numbers,omitempty"`
	// Levels are the numbers of facts with the same other arguments, added up in each run.
	Levels []sweep.LevelSpread `json:"levels,omitempty"`

	one bool // Levels says no more than Numbers
}

// Different says how many runs are different.
type Different struct {
	Runs int `json:"runs"`
	// Inexact is how many runs were too symmetric to be told from all others.
	Inexact int `json:"inexact"`
}

// often is the runs that are most often the same: how many, and the seed of the first.
type often struct {
	times int
	seed  uint64
}

// Part is the runs in which rules fired so often.
type Part struct {
	Fired map[string]int `json:"fired"`
	Runs  int            `json:"runs"`
	Steps sweep.Spread   `json:"steps"`
	Ends  []End          `json:"ends"`
	Seeds []uint64       `json:"seeds"`
}

// Run is a run. Rules that did not fire are left out.
type Run struct {
	Seed  uint64 `json:"seed"`
	Steps int    `json:"steps"`
	sweep.Ending
	Message string         `json:"message,omitempty"`
	Solved  *bool          `json:"solved,omitempty"` // nil if the run has no goal, or failed
	Hash    string         `json:"hash,omitempty"`
	Inexact bool           `json:"inexact,omitempty"` // other runs may have this hash, too
	Final   string         `json:"final"`
	Fired   map[string]int `json:"fired"`
	// Facts holds the facts of each pattern at the end.
	Facts map[string]sweep.Found `json:"facts,omitempty"`
}

// New returns the summary of a series of runs. The runs are counted apart by how often the rules of by
// fired in them.
func New(made *sweep.Sweep, series Series, by []int) *Summary {
	finals := made.Rows.Finals()
	s := &Summary{
		Series: series, Ends: Ends(made.Rows), Steps: made.Rows.Lengths(), Rules: []Rule{},
		Finals: len(finals), Runs: []Run{}, rows: made.Rows, final: mostOften(finals),
	}
	if made.Goal != nil {
		s.Goal = newGoal(made.Rows)
	}
	for _, of := range made.Statements {
		s.Statements = append(s.Statements, newStatement(made.Rows, of))
	}
	for i, r := range made.Rules {
		spread, runs := made.Rows.Firings(i)
		s.Rules = append(s.Rules, Rule{r.Label, r.Stage.Name, runs, spread})
	}
	for i, t := range made.Facts {
		s.Facts = append(s.Facts, newFacts(made.Rows, i, t))
	}
	if made.Hashed {
		hashes := made.Rows.Hashes()
		s.Different, s.runs = &Different{Runs: len(hashes)}, mostOften(hashes)
	}
	for _, row := range made.Rows {
		r := newRun(made, row)
		if r.Inexact {
			s.Different.Inexact++
		}
		s.Runs = append(s.Runs, r)
	}
	for _, rule := range by {
		s.by = append(s.by, made.Rules[rule].Label)
	}
	if len(by) > 0 {
		s.parts = made.Rows.Split(by)
	}
	for _, p := range s.parts {
		out := Part{Fired: make(map[string]int), Runs: len(p.Rows), Steps: p.Rows.Lengths(), Ends: Ends(p.Rows)}
		for _, r := range p.Rows {
			out.Seeds = append(out.Seeds, r.Seed)
		}
		for i, rule := range s.by {
			out.Fired[rule] = p.Times[i]
		}
		s.By = append(s.By, out)
	}
	return s
}

// newStatement returns in which runs a statement is violated.
func newStatement(rows sweep.Rows, of *lang.Statement) Statement {
	s := Statement{Statement: of.Label, Seeds: []uint64{}}
	for _, r := range rows {
		if r.Violates != of.Label {
			continue
		}
		if s.Runs++; s.Runs <= mostSeeds {
			s.Seeds = append(s.Seeds, r.Seed)
		}
	}
	return s
}

// newFacts returns how many facts of a tally there were, given with its index.
func newFacts(rows sweep.Rows, i int, t sweep.Tally) Facts {
	copies, runs := rows.Copies(i)
	f := Facts{Facts: t.String(), Runs: runs, Copies: copies, Levels: rows.Levels(i)}
	f.one = len(f.Levels) == 1 && t.Number >= 0 && copies.Total == runs
	if t.Number >= 0 && copies.Total > 0 {
		numbers := rows.Numbers(i)
		f.Numbers = &numbers
	}
	return f
}

func mostOften[K comparable](groups []sweep.Group[K]) often {
	if len(groups) == 0 {
		return often{}
	}
	return often{len(groups[0].Rows), groups[0].Rows[0].Seed}
}

func newRun(made *sweep.Sweep, r *sweep.Row) Run {
	out := Run{Seed: r.Seed, Steps: r.Steps, Ending: r.Ending, Message: r.Message, Solved: solved(r),
		Final: r.Final.String()}
	out.Fired = make(map[string]int)
	if made.Hashed {
		out.Hash, out.Inexact = r.Hash.String(), !r.Hash.Exact
	}
	for i, n := range r.Fired {
		if n > 0 {
			out.Fired[made.Rules[i].Label] = n
		}
	}
	if len(r.Facts) > 0 {
		out.Facts = make(map[string]sweep.Found, len(r.Facts))
	}
	for i, f := range r.Facts {
		out.Facts[made.Facts[i].String()] = f
	}
	return out
}
