package celf

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A rule in the state has the name of the abbreviation that stands for it, or a name with a number after the
// abbreviation around it. Runs from the same abbreviation share it.
func TestNamesOfRulesInStates(t *testing.T) {
	program, errs := Load("w.clf", []byte(`a : type. b : type.
vow : type = { @(a -o {b}) }.
party : type = { vow * !(b -o {a}) * @(b -o {1}) }.
go : a -o {1}.
b-go : type = { @(a -o {1}) * a }.
#trace 5 party.
#query 5 * * 1 (party * b-go * @(a -o {b * b}) -o {1}).
`))
	require.Empty(t, errs)
	var names []string
	for _, r := range program.Rules() {
		names = append(names, r.Name)
	}
	require.ElementsMatch(t, []string{"go", "vow", "party/1", "party/2", "b-go/1", "start/1"}, names)
}
