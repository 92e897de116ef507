package exec

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Whoever adds up the changes from state to state has what [Enabled.ByRule] lists in each,
// and is told of nothing that stays as it is.
func TestChangesAddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program")
		p := load(rt, text)
		p.Stages[0].Ordered = rapid.Bool().Draw(rt, "ordered")
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		rules, changes, sum := p.Rules(), new(Changes), make(map[string]int)
		for range 30 {
			e, err := m.Enabled(context.Background())
			require.NoError(rt, err)
			want := make(map[string]int)
			for rule, n := range e.ByRule() {
				want[rule.Name] = n
			}
			changes.To(e, func(rule, transitions int) {
				name := rules[rule].Name
				require.NotEqual(rt, sum[name], transitions, "%s\n%s", name, text)
				if sum[name] = transitions; transitions == 0 {
					delete(sum, name)
				}
			})
			require.Equal(rt, want, sum, text)
			if _, fired := fireAny(rt, m); !fired {
				return
			}
		}
	})
}
