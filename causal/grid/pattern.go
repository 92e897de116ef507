package grid

import (
	"errors"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Pattern says which facts put things on a grid, and how: `at R C X` or `at X (at_xy C R)`.
type Pattern struct {
	pattern              goal.Pattern
	rows, columns, names []string // variables
	upwards              bool
}

// ParsePattern reads a pattern. The variables R and C stand for the row, counted from above, and for
// the column. Y in the place of R counts rows from below. Where boards stand on a board, R1 and C1
// are the coordinates of the outer ones, R2 and C2 of the inner ones. Other variables name the thing;
// without any, the predicate does. Without R and Y, the grid has one row.
func ParsePattern(text string) (Pattern, error) {
	parsed, err := goal.ParsePattern(text)
	if err != nil {
		return Pattern{}, err
	}
	p := Pattern{pattern: parsed}
	for _, v := range parsed.Vars {
		switch letter := strings.TrimRight(v, "0123456789"); letter {
		case "R", "Y":
			p.rows = append(p.rows, v)
			p.upwards = letter == "Y"
		case "C":
			p.columns = append(p.columns, v)
		default:
			p.names = append(p.names, v)
		}
	}
	slices.Sort(p.rows)
	slices.Sort(p.columns)
	switch {
	case len(p.columns) == 0:
		return Pattern{}, errors.New("no variable `C` stands for the column")
	case slices.ContainsFunc(p.rows, func(v string) bool { return v[0] != p.rows[0][0] }):
		return Pattern{}, errors.New("`R` counts rows from above and `Y` from below: want one of them")
	}
	return p, nil
}

// String returns the pattern as [ParsePattern] reads it.
func (p Pattern) String() string { return p.pattern.String() }

// read returns where a fact puts what.
func (p Pattern) read(r *trace.Resource) (position, bool) {
	found, ok := p.pattern.Bind(nil, trace.Fact{Pred: r.Pred, Args: r.Args}, r.Persistent)
	if !ok {
		return position{}, false
	}
	terms := func(vars []string) (out []trace.Term) {
		for _, v := range vars {
			if t, bound := found.Lookup(v); bound {
				out = append(out, t)
			}
		}
		return out
	}
	at := position{row: terms(p.rows), column: terms(p.columns), pred: r.Pred, rest: terms(p.names)}
	at.carried = len(at.rest) > 0
	return at, len(at.row) == len(p.rows) && len(at.column) == len(p.columns)
}
