package prove

import (
	"context"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What runs before have proved is told with the steps that it would take without them.
func TestAnswersOfSeries(t *testing.T) {
	p := load(t, `t : type. a : t. b : t. c : t. d : t.
edge t t : bwd. edge a b. edge b c. edge c d. edge a d.
way t t : bwd. way X Y <- edge X Y. way X Z <- edge X Y <- way Y Z.
go t : pred. stage s = { go : go X * way X Y -o go Y. } #trace _ s { go a }.`)
	atom, places := p.Rules()[0].Premises[1].Atom, p.Types[0].Constructors
	rapid.Check(t, func(rt *rapid.T) {
		series := NewTable()
		for range rapid.IntRange(1, 4).Draw(rt, "runs") {
			alone := NewTable()
			for range rapid.IntRange(1, 6).Draw(rt, "questions") {
				args, bound := make([]lang.Value, 2), make([]bool, 2)
				for i := range args {
					args[i] = lang.NewValue(rapid.SampledFrom(places).Draw(rt, "place"), nil)
					bound[i] = rapid.Bool().Draw(rt, "known")
				}
				want, steps, err := alone.Answers(context.Background(), atom, args, bound, Limits{}.orDefaults())
				require.NoError(rt, err)
				got, again, err := series.Answers(context.Background(), atom, args, bound, Limits{}.orDefaults())
				require.NoError(rt, err)
				require.Equal(rt, want.Facts, got.Facts)
				require.Equal(rt, steps, again)
			}
			series.Next()
		}
	})
}
