package flags

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"

	"github.com/spf13/cobra"
)

// mostDrawn is the largest seed that is drawn: one that is easily read out and typed again, and
// leaves room for the seeds of a series behind it.
const mostDrawn = 999_999

// SeedUsage describes --seed of one run.
const SeedUsage = "the seed of random choices, a number `N`, which repeats a run; or random, to draw one and print it"

// Seed is the value of --seed: a number, or the word random for one that the system draws.
type Seed struct {
	to    *uint64
	drawn bool // to be said
}

// SeedFlag enters --seed into a verb, with 1 for the default.
func SeedFlag(c *cobra.Command, to *uint64, usage string) *Seed {
	*to = 1
	s := &Seed{to: to}
	c.Flags().Var(s, "seed", usage)
	return s
}

// Set takes a number, or draws one.
func (s *Seed) Set(text string) (err error) {
	if s.drawn = text == "random"; s.drawn {
		*s.to = 1 + rand.Uint64N(mostDrawn)
		return nil
	}
	*s.to, err = strconv.ParseUint(text, 0, 64)
	return err
}

// String returns the number.
func (s *Seed) String() string {
	if s.to == nil { // of the zero value, with which package pflag compares
		return "0"
	}
	return strconv.FormatUint(*s.to, 10)
}

// Type says what messages and helps call such values.
func (s *Seed) Type() string { return "seed" }

// Say writes which seed was drawn, once; of a seed that the user gave it writes nothing.
func (s *Seed) Say(w io.Writer) {
	if s.drawn {
		fmt.Fprintf(w, "seed %s\n", s)
	}
	s.drawn = false
}
