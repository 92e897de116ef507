package causal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Places are of the type that a program gives to where they stand in facts.
func TestPlacesOfALocation(t *testing.T) {
	rooms := trace.Type{Name: "room", Constants: []string{"hall"}}
	program := &trace.Program{
		Types:      []trace.Type{{Name: "person", Constants: []string{"ann"}}, rooms},
		Predicates: []trace.Predicate{{Name: "at", Args: []string{"person", "room"}}, {Name: "inside", Args: []string{"room", "person"}}, {Name: "ghost", Args: []string{"room"}}},
	}
	for _, l := range []Location{{Pred: "at"}, {Pred: "inside", Who: 1}, {Own: []string{"ghost"}}, {Pred: "unknown", Who: 1, Own: []string{"ghost"}}} {
		require.Equal(t, rooms, l.Places(program), "%+v", l)
	}
	require.Zero(t, Location{}.Places(program))
	require.Zero(t, Location{Pred: "at"}.Places(nil))
	program.Types = nil
	require.Equal(t, trace.Type{Name: "room"}, Location{Pred: "at"}.Places(program))
}
