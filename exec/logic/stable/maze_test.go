package stable

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
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

// Searches that begin anew find mazes, too: all cells without walls are connected with the door.
func TestMaze(t *testing.T) {
	const side, cells = 10, 100
	begun := 0
	for seed := range uint64(10) {
		s, err := newSearch(maze(side), guardNone)
		require.NoError(t, err)
		s.random = rand.New(rand.NewPCG(seed, 0))
		s.steer(firstSome)
		found, err := s.solve(context.Background(), nil)
		require.NoError(t, err)
		require.True(t, found)
		first := s.solver
		found, err = s.next(context.Background())
		require.NoError(t, err)
		require.True(t, found)
		if s.solver != first {
			begun++
		}
		m := s.values()
		walls, open := 0, []int{slices.Index(m[cells:2*cells], true)}
		seen := map[int]bool{open[0]: true}
		for c := range cells {
			if m[c] {
				walls++
			}
		}
		for len(open) > 0 {
			c := open[0]
			open = open[1:]
			for _, d := range []int{c - side, c + side, c - 1, c + 1} {
				near := d/side == c/side || d%side == c%side
				if d >= 0 && d < cells && near && !m[d] && !seen[d] {
					seen[d] = true
					open = append(open, d)
				}
			}
		}
		require.GreaterOrEqual(t, walls, cells/6)
		require.Len(t, seen, cells-walls)
	}
	require.NotZero(t, begun)
}
