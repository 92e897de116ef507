package report

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Position is a state of a program with the moves that it allows.
type Position struct {
	stage *lang.Stage // nil where a link ended the run; then there are no moves
	facts []lang.Initial
	moves []exec.Move
	more  bool          // there are more moves than these
	state *exec.Context // of the moves
	// violation says which statement of the program the state violates, at which a run ends; empty for none.
	violation string
}

// NewPosition returns the position of a state. Its facts stand oldest first, each copy by itself.
func NewPosition(prog *lang.Program, stage *lang.Stage, state *exec.Context, moves []exec.Move) *Position {
	var all []*exec.Resource
	for _, p := range prog.Preds {
		all = append(all, state.Of(p)...)
	}
	slices.SortFunc(all, func(a, b *exec.Resource) int { return cmp.Compare(a.ID, b.ID) })
	out := make([]lang.Initial, len(all))
	for i, r := range all {
		out[i] = lang.Initial{Fact: r.Fact, Permanent: r.Permanent}
	}
	return &Position{stage: stage, facts: out, moves: moves, state: state}
}

// Look returns the position at a start, with so many moves at the most.
func Look(ctx context.Context, prog *lang.Program, start *lang.Start, most int) (*Position, error) {
	if start.Stage == nil {
		return &Position{facts: start.Context.Facts}, nil
	}
	m, _ := exec.NewMachine(prog, start, exec.Limits{})
	enabled, err := m.Enabled(ctx)
	if err != nil {
		return nil, err
	}
	moves, whole := enabled.Some(most)
	p := NewPosition(prog, start.Stage, m.Context(), moves)
	p.more = !whole
	v, err := m.Violation(ctx)
	if v != nil {
		p.violation = v.Error()
	}
	return p, err
}

// Print prints the facts and the moves.
func (p *Position) Print(b *Text) {
	p.WriteState(b)
	b.Line("")
	if p.violation != "" {
		b.Line("A run ends here: %s", p.violation)
	}
	if len(p.moves) == 0 {
		b.Line("No moves")
	}
	p.WriteMoves(b)
	if p.more {
		b.Item("There are more; --most says how many are listed")
	}
}

// maxName is the widest name of a move that the columns make room for.
const maxName = 60

// WriteState writes the stage and the facts of a state, equal ones once with
// their number, as at the end of a run.
func (p *Position) WriteState(w io.Writer) {
	title := "The run has ended"
	if p.stage != nil {
		title = "Stage " + p.stage.Name
	}
	fmt.Fprintln(w, title)
	facts := each(p.facts, lang.Initial.String)
	slices.Sort(facts)
	for _, fact := range english.Counted(facts) {
		fmt.Fprintln(w, visible.Line("  "+fact))
	}
}

// WriteMoves writes a menu: a line for each move, with the number that chooses
// it, the ways to make it where there are several, and what it would change.
func (p *Position) WriteMoves(w io.Writer) {
	rows := make([][]string, len(p.moves))
	for i, m := range p.moves {
		rows[i] = []string{visible.Line(m.String()), english.Ways(m.Count), visible.Line(Effects(m.Transition, p.state))}
	}
	names, counts := column(rows, 0), column(rows, 1)
	digits := len(fmt.Sprint(len(p.moves)))
	for i, row := range rows {
		line := fmt.Sprintf("  %*d  %-*s", digits, i+1, names, row[0])
		if counts > 0 {
			line += fmt.Sprintf("  %-*s", counts, row[1])
		}
		fmt.Fprintln(w, strings.TrimRight(line+"  "+row[2], " "))
	}
}

// column returns how wide a column has to be. One long name does not push all
// others apart.
func column(rows [][]string, i int) int {
	width := 0
	for _, row := range rows {
		if n := utf8.RuneCountInString(row[i]); n <= maxName {
			width = max(width, n)
		}
	}
	return width
}

// Effects returns what firing a transition changes: facts used up (-) and made
// (+), what it tells the outside to do (>), and where a link leads.
func Effects(t exec.Transition, state *exec.Context) string {
	var out []string
	consumes, _ := t.Takes()
	for _, f := range consumes {
		out = append(out, "-"+f.String())
	}
	for _, f := range t.Makes(state) {
		out = append(out, "+"+f.String())
	}
	for _, f := range t.Acts() {
		out = append(out, ">"+f.String())
	}
	switch {
	case t.Link == nil:
	case t.Link.To == nil:
		out = append(out, "— end —")
	default:
		out = append(out, "— stage "+t.Link.To.Name+" —")
	}
	return strings.Join(out, "  ")
}

// positionData is a position, as data.
type positionData struct {
	State []string   `json:"state"` // oldest first
	Stage string     `json:"stage"` // empty where a link ended the run
	Moves []moveData `json:"moves"`
	More  bool       `json:"more,omitempty"` // there are more moves than these
	// Violates says which statement the state violates, and how.
	Violates string `json:"violates,omitempty"`
}

// moveData is a transition, or several that look alike.
type moveData struct {
	Rule     string   `json:"rule"`
	Args     []string `json:"args"`
	Count    int      `json:"count"`
	Consumes []string `json:"consumes"`
	Reads    []string `json:"reads"`
	Produces []string `json:"produces"`
}

// Data returns the position as data.
func (p *Position) Data() any {
	d := positionData{State: each(p.facts, lang.Initial.String), Moves: each(p.moves, p.moveData), More: p.more,
		Violates: p.violation}
	if p.stage != nil {
		d.Stage = p.stage.Name
	}
	return d
}

func (p *Position) moveData(m exec.Move) moveData {
	consumes, reads := m.Takes()
	return moveData{
		Rule:     m.Rule.Label,
		Args:     each(m.Args, lang.Value.String),
		Count:    m.Count,
		Consumes: each(consumes, (*exec.Resource).String),
		Reads:    each(reads, (*exec.Resource).String),
		Produces: each(m.Makes(p.state), lang.Initial.String),
	}
}
