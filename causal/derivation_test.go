package causal

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// derivationText is a fact of tests.
type derivationText string

func (s derivationText) String() string { return string(s) }

// derivationTrace is a run of steps that each prove a fact and ask a sensor.
func derivationTrace(proves ...string) *trace.Trace {
	t := &trace.Trace{Header: trace.Header{Format: trace.Format}, Resources: []trace.Resource{{ID: 1, Pred: "p"}}}
	for i, pred := range proves {
		id := trace.StepID(i + 1)
		noise := trace.Fact{Pred: "noise"}
		t.Resources = append(t.Resources, trace.Resource{ID: trace.ResourceID(i + 2), Pred: "p", By: id})
		t.Steps = append(t.Steps, trace.Step{
			ID: id, Rule: "go", Consumes: ids{trace.ResourceID(i + 1)}, Produces: ids{trace.ResourceID(i + 2)},
			Proves: []trace.Fact{{Pred: pred}, noise}, Sensed: []trace.Fact{noise},
		})
	}
	return t
}

// derivationPrint explains the last step of a run, with proofs.
func derivationPrint(t *testing.T, tr *trace.Trace, proofs func(Event, trace.Fact) (*Derivation, error)) string {
	require.NoError(t, trace.Validate(tr))
	g := New(tr)
	w := g.Why([]Target{{Event: Event(g.Len() - 1)}}, Reach{})
	w.Proofs = proofs
	var b strings.Builder
	require.NoError(t, w.Fprint(&b))
	return b.String()
}

func TestDerivationText(t *testing.T) {
	leaf := &Derivation{Fact: derivationText("door a b"), How: "(given)"}
	way := &Derivation{Fact: derivationText("way a b"), How: "← way/one",
		From: []*Derivation{leaf, {Fact: derivationText("a <> b")}}}
	proofs := map[string]*Derivation{
		"way":  way,
		"both": {Fact: derivationText("both"), How: "← line 7", From: []*Derivation{way, leaf, way}},
	}
	find := func(_ Event, f trace.Fact) (*Derivation, error) { return proofs[f.Pred], nil }
	require.Equal(t, `t3 go
├─ p ← t2 go
│  ├─ p ← t1 go
│  │  ├─ p (start)
│  │  ├─ both ← line 7
│  │  │  ├─ way a b ← way/one
│  │  │  │  ├─ door a b (given)
│  │  │  │  └─ a <> b
│  │  │  ├─ door a b (given)
│  │  │  └─ way a b ← way/one (above)
│  │  └─ noise (answered)
│  ├─ way a b ← way/one (above)
│  └─ noise (answered)
├─ both ← line 7 (above)
└─ noise (answered)
`, derivationPrint(t, derivationTrace("both", "way", "both"), find))
	tr := derivationTrace("way")
	require.Contains(t, derivationPrint(t, tr, nil), "├─ way (derived)\n└─ noise (answered)\n")
	tr.Program = &trace.Program{Predicates: []trace.Predicate{
		{Name: "p", Mode: trace.Linear}, {Name: "way", Mode: trace.Backward}, {Name: "noise", Mode: trace.Sense},
	}}
	require.Contains(t, derivationPrint(t, tr, nil), "├─ way (proved)\n└─ noise (answered)\n")
}

// TestDerivationIsCut: long and deep proofs are cut off, and the lines cut are counted.
func TestDerivationIsCut(t *testing.T) {
	wide := &Derivation{Fact: derivationText("wide")}
	for i := range 100 {
		below := []*Derivation{{Fact: derivationText("x")}, {Fact: derivationText("y")}}
		wide.From = append(wide.From, &Derivation{Fact: derivationText(fmt.Sprint("part ", i)), From: below})
	}
	deep := &Derivation{Fact: derivationText("end")}
	for i := range 100 {
		deep = &Derivation{Fact: derivationText(fmt.Sprint("deep ", i)), From: []*Derivation{deep}}
	}
	find := func(d *Derivation) func(Event, trace.Fact) (*Derivation, error) {
		return func(Event, trace.Fact) (*Derivation, error) { return d, nil }
	}
	text := derivationPrint(t, derivationTrace("wide"), find(wide))
	require.Contains(t, text, "├─ wide\n│  ├─ part 0\n")
	require.Contains(t, text, "│  ├─ part 12\n│  │  ├─ x\n│  │  └─ y\n│  └─ … 261 more\n└─ noise")
	// A proof cut within a line may differ from another that prints the same.
	cut := &Derivation{Fact: derivationText("cut …"), Cut: true, From: []*Derivation{{Fact: derivationText("end")}}}
	cut = &Derivation{Fact: derivationText("cut …"), Cut: true, From: []*Derivation{cut}}
	require.NotContains(t, derivationPrint(t, derivationTrace("cut"), find(cut)), "above")
	text = derivationPrint(t, derivationTrace("deep"), find(deep))
	require.Contains(t, text, "└─ … 85 more\n└─ noise")
}

func TestDerivationError(t *testing.T) {
	g := New(derivationTrace("a", "b"))
	w := g.Why([]Target{{Event: 1}}, Reach{})
	calls, failure := 0, errors.New("enough")
	w.Proofs = func(Event, trace.Fact) (*Derivation, error) { calls++; return nil, failure }
	require.ErrorIs(t, w.Fprint(&strings.Builder{}), failure)
	require.Equal(t, 1, calls)
}
