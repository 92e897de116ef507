package exec

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// Every step of every plan says what it does, before anything was asked and after.
func TestPlansOfExamples(t *testing.T) {
	files, err := filepath.Glob("../examples/*.cep")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		p, _ := lang.Load(file, text)
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		requirePlans(t, m)
		_, err = m.Enabled(context.Background())
		require.NoError(t, err)
		requirePlans(t, m)
	}
}

// requirePlans looks at the plans of all rules of a machine's program.
func requirePlans(t *testing.T, m *Machine) {
	for _, r := range m.program.Rules() {
		for _, part := range m.Plan(r).Network.Components {
			for _, plan := range part.Plans {
				for _, step := range plan.Steps {
					verb, what, _ := strings.Cut(step, " ")
					require.Contains(t, []string{"look", "each", "prove", "calculate", "compare"}, verb)
					require.NotEmpty(t, what)
				}
			}
		}
	}
}

// Of people each of whom is in one place, a place is looked up by the person.
func TestPlanLooksPairsUp(t *testing.T) {
	p := load(t, `t : type. a : t. b : t. c : t. at t t : pred. likes t t : pred.
stage s = { meet : $at C L * $at D L * likes C D -o likes D C. }
#trace 3 s { at a c, at b c, likes a b }.`)
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	_, err := m.Enabled(context.Background())
	require.NoError(t, err)
	plans := m.Plan(p.Rules()[0]).Network.Components[0].Plans
	require.Equal(t, "likes C D", plans[2].Atom)
	require.Equal(t, []string{"each at C L by C", "look up at D L"}, plans[2].Steps)
}
