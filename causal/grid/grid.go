// Package grid finds the facts of a run that say where on a grid things are, and returns what
// stands there at any moment.
//
// Programs declare no grids. Find reads the patterns that it is given ([ParsePattern]), or looks for
// facts with two coordinates: integers, letters (a to h) or names with numbers (c1, c2). They are two
// arguments of a fact, as in `at 1 2 hero` and `cell a 1 wr`, or of a term in it, as in
// `at hero (at_xy 1 2)`. Of several such forms it takes one that is named as a place (at, cell),
// and of these the one with the most positions at one moment (shape.go), and all others that name
// positions in the same way. Where there is none, facts with one
// coordinate make a grid of one row.
//
// The first integer of a fact is the row and the second the column, from above and from the left. In
// terms of two integers (`at_xy 1 2`) the column comes first. Names of types and terms can say
// otherwise, and of a letter and a number the letter is the column and rows count from below.
package grid

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
)

// MostCells is how many cells a grid may have.
const MostCells = 10_000

// Options say which facts are looked at. The zero value is right.
type Options struct {
	// Patterns are the facts that say where things are. Without any, Find picks some.
	Patterns []Pattern
	// Shows reports whether a fact is looked at; nil for all.
	Shows func(*causal.Resource) bool
}

// Grid is the grid of a run: its rows and columns, and which facts are on it.
type Grid struct {
	// Rows and Columns are the coordinates, from above and from the left. A grid with one coordinate
	// has one row, with an empty name.
	Rows, Columns []string
	// Kinds are the kinds of things that come up in the run, in the order of the trace.
	Kinds []Kind
	// From are the forms of the facts that say where things are, the main one first: `at R C X`.
	From []string
	// Others are the forms that could also say where things are, on another grid.
	Others []string

	graph  *causal.Graph
	placed []placed // in the order of the trace
	fogged []placed // facts that say which cells are in fog
	byFact map[*causal.Resource][]placed
}

// Kind is what things of a grid have in common, such as being a wall.
type Kind struct {
	Name string
	Role Role
	// Label and Colour are given to the kind by `decorate` facts; "" for none. A label is a short
	// text, and a colour a name of CSS or `#rrggbb`.
	Label, Colour string
}

// Role is what part things of a kind play in pictures.
type Role int

// The roles.
const (
	Piece  Role = iota // Piece is a thing that can come and go
	Ground             // Ground stays where it is during the whole run, such as a wall
	Blank              // Blank says that there is nothing: an empty square
)

// Thing is what a fact says is in a cell.
type Thing struct {
	Kind int // Kind is the index in [Grid.Kinds]
	// Text names the thing: `hero`, `cow 3`.
	Text string
	// Fact says that it is there.
	Fact *causal.Resource
}

// Cell is a place of a grid at one moment, with the things in it.
type Cell struct {
	Things []Thing // in the order of the trace
	Fog    bool    // Fog says that a fact `fog R C` holds
}

// Board is the grid at one moment: its cells by row and column.
type Board [][]Cell

// placed is a fact with its cell.
type placed struct {
	row, column int
	thing       Thing
}

// NotFoundError says that no facts of a run say where on a grid things are.
type NotFoundError struct{}

func (NotFoundError) Error() string {
	return "no facts of the run say where on a grid things are, as `at 1 2 hero` does"
}

// SizeError says that a grid has too many cells.
type SizeError struct {
	Form          string // Form is the form of the facts
	Rows, Columns int
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("the grid of `%s` has %d rows and %d columns: more than %d cells cannot be drawn", e.Form, e.Rows,
		e.Columns, MostCells)
}

// Boards returns the grid after each of some events, which ascend; [causal.Outside] is the start. Time is
// linear in the size of the result, and for each fact logarithmic in the number of events.
func (g *Grid) Boards(after []causal.Event) []Board {
	boards := make([]Board, len(after))
	for i := range boards {
		boards[i] = make(Board, len(g.Rows))
		cells := make([]Cell, len(g.Rows)*len(g.Columns))
		for row := range boards[i] {
			boards[i][row] = cells[row*len(g.Columns) : (row+1)*len(g.Columns)]
		}
	}
	each := func(facts []placed, enter func(*Cell, Thing)) {
		for _, p := range facts {
			r := p.thing.Fact
			first, _ := slices.BinarySearch(after, r.Producer)
			for i := first; i < len(after) && (r.Consumer == causal.Outside || r.Consumer > after[i]); i++ {
				enter(&boards[i][p.row][p.column], p.thing)
			}
		}
	}
	each(g.placed, func(c *Cell, t Thing) { c.Things = append(c.Things, t) })
	each(g.fogged, func(c *Cell, _ Thing) { c.Fog = true })
	return boards
}

// Names returns the names of things that come up in the run and are not blank, each once.
func (g *Grid) Names() []string {
	var names []string
	known := make(map[string]bool)
	for _, p := range g.placed {
		if !known[p.thing.Text] && g.Kinds[p.thing.Kind].Role != Blank {
			known[p.thing.Text] = true
			names = append(names, p.thing.Text)
		}
	}
	return names
}

// Same reports whether two cells look alike: they have things of the same names, in any order.
func (c *Cell) Same(other *Cell) bool {
	if c.Fog != other.Fog || len(c.Things) != len(other.Things) {
		return false
	}
	count := make(map[string]int)
	for i := range c.Things {
		count[c.Things[i].Text]++
		count[other.Things[i].Text]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}
