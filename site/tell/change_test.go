package tell

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
)

func TestChoice(t *testing.T) {
	teller := &Teller{Names: NewNames(causal.Cast{}, prose.Front{})}
	for want, step := range map[string]trace.Step{
		"":                           {},
		"Nothing else could happen.": {Choices: 1, Chosen: trace.ByChance},
		"Chance chose it.":           {Chosen: trace.ByChance},
		"It was one of 3 things that could happen.":             {Choices: 3},
		"The player chose it among 3 things that could happen.": {Choices: 3, Chosen: trace.ByPlayer},
	} {
		require.Equal(t, want, teller.choice(&step), fmt.Sprint(step))
	}
}
