package stable

import (
	"context"
	"fmt"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/exec/logic/stable/stabletest"
	"github.com/stretchr/testify/require"
)

// maze returns the program of mazes on a square grid: a sixth of the cells or more has walls, no two of them side by
// side, and all other cells are connected with one that has a door.
func maze(side int) *ground.Program {
	cells := side * side
	wall := func(c int) ground.Atom { return ground.Atom(c) }
	door := func(c int) ground.Atom { return ground.Atom(cells + c) }
	reached := func(c int) ground.Atom { return ground.Atom(2*cells + c) }
	walls := ground.Rule{Choice: &ground.Bounds{Lower: cells / 6, Upper: cells}}
	doors := ground.Rule{Choice: &ground.Bounds{Lower: 1, Upper: 1}}
	var rules []ground.Rule
	for c := range cells {
		walls.Head, doors.Head = append(walls.Head, wall(c)), append(doors.Head, door(c))
		rules = append(rules,
			ground.Rule{Pos: []ground.Atom{door(c), wall(c)}},
			ground.Rule{Head: []ground.Atom{reached(c)}, Pos: []ground.Atom{door(c)}},
			ground.Rule{Not: []ground.Atom{wall(c), reached(c)}})
		step := func(d int) {
			rules = append(rules, ground.Rule{Head: []ground.Atom{reached(d)}, Pos: []ground.Atom{reached(c)},
				Not: []ground.Atom{wall(d)}})
			if c < d {
				rules = append(rules, ground.Rule{Pos: []ground.Atom{wall(c), wall(d)}})
			}
		}
		if c%side > 0 {
			step(c - 1)
		}
		if c%side < side-1 {
			step(c + 1)
		}
		if c >= side {
			step(c - side)
		}
		if c < cells-side {
			step(c + side)
		}
	}
	return stabletest.Program(3*cells, append(rules, walls, doors)...)
}

// BenchmarkMaze finds mazes, which takes choices with bounds, constraints and loop formulas.
func BenchmarkMaze(b *testing.B) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, side := range []int{4, 8, 16} {
		b.Run(fmt.Sprint(side), func(b *testing.B) {
			p := maze(side)
			for seed := uint64(0); b.Loop(); seed++ {
				models, _, err := Solve(ctx, p, seed, 1)
				require.NoError(b, err)
				require.Len(b, models, 1)
			}
		})
	}
}
