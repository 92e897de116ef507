package ask

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// maxName is the widest name of a move that the columns make room for.
const maxName = 60

// Facts returns the facts of a state, oldest first, each copy by itself.
func Facts(prog *lang.Program, state *exec.Context) []lang.Initial {
	var all []*exec.Resource
	for _, p := range prog.Preds {
		all = append(all, state.Of(p)...)
	}
	slices.SortFunc(all, func(a, b *exec.Resource) int { return cmp.Compare(a.ID, b.ID) })
	out := make([]lang.Initial, len(all))
	for i, r := range all {
		out[i] = lang.Initial{Fact: r.Fact, Permanent: r.Permanent}
	}
	return out
}

// WriteState writes the stage and the facts of a state, equal ones once with
// their number, as at the end of a run. The stage is nil where the run has ended.
func WriteState(w io.Writer, stage *lang.Stage, facts []lang.Initial) {
	title := "The run has ended"
	if stage != nil {
		title = "Stage " + stage.Name
	}
	fmt.Fprintln(w, title)
	counts := make(map[string]int)
	for _, f := range facts {
		counts[f.String()]++
	}
	for _, fact := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[fact]; n > 1 {
			fact = fmt.Sprintf("%d × %s", n, fact)
		}
		fmt.Fprintln(w, visible.Line("  "+fact))
	}
}

// WriteMoves writes a menu: a line for each move, with the number that chooses
// it, the ways to make it where there are several, and what it would change.
func WriteMoves(w io.Writer, moves []exec.Move, state *exec.Context) {
	rows := make([][]string, len(moves))
	for i, m := range moves {
		rows[i] = []string{visible.Line(m.String()), english.Ways(m.Count), visible.Line(effects(m.Transition, state))}
	}
	names, counts := column(rows, 0), column(rows, 1)
	digits := len(fmt.Sprint(len(moves)))
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

// effects returns what firing a transition changes: facts used up (-) and made
// (+), what it tells the outside to do (>), and where a link leads.
func effects(t exec.Transition, state *exec.Context) string {
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
