package exec

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Chooser decides which of the enabled transitions fires. It is the only door
// for chance and for players.
type Chooser interface {
	// Choose returns the index of one of the transitions, of which there is at
	// least one. [ErrStop] ends the run without an error.
	Choose(*Enabled) (int, error)
	// By says who chooses.
	By() trace.Chosen
	// String says how, for the record.
	String() string
}

// ErrStop is what a [Chooser] returns to end the run.
var ErrStop = errors.New("the run was stopped")

// Random chooses uniformly among all transitions, each choice of resources
// counted. The seed decides everything, on every machine.
func Random(seed uint64) Chooser { return &random{rand.NewPCG(seed, seed^0x9e3779b97f4a7c15)} }

type random struct{ source *rand.PCG }

// Choose draws by rejection, so that every index is equally likely.
func (r *random) Choose(e *Enabled) (int, error) {
	n := uint64(e.Len())
	fair := -n % n // 2⁶⁴ mod n: as many of the smallest draws are too many
	for {
		if x := r.source.Uint64(); x >= fair {
			return int(x % n), nil
		}
	}
}

func (r *random) By() trace.Chosen { return trace.ByChance }
func (r *random) String() string   { return "random" }

// First always chooses the first transition.
func First() Chooser { return first{} }

type first struct{}

func (first) Choose(*Enabled) (int, error) { return 0, nil }
func (first) By() trace.Chosen             { return trace.ByScript }
func (first) String() string               { return "first" }

// Script chooses the moves with the given numbers, one for each step; numbers
// count from 1 in [Enabled.Moves]. It stops the run when the list is used up.
func Script(numbers []int) Chooser { return &script{all: numbers} }

type script struct {
	all  []int
	used int
}

func (s *script) Choose(e *Enabled) (int, error) {
	if s.used == len(s.all) {
		return 0, ErrStop
	}
	n := s.all[s.used]
	s.used++
	moves := e.Moves()
	if n < 1 || n > len(moves) {
		return 0, fmt.Errorf("choice %d of the list is %d, but the moves there are numbered from 1 to %d", s.used, n, len(moves))
	}
	return moves[n-1].First, nil
}

func (s *script) By() trace.Chosen { return trace.ByScript }

func (s *script) String() string {
	words := make([]string, len(s.all))
	for i, n := range s.all {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ",")
}
