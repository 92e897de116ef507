package tell

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// What a program prints is told in its own words.
func TestRetellWhatIsPrinted(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard")
	h.Play("view", "$at romeo orchard").Play("take romeo ring", "$at romeo orchard").Play("beep", "$at romeo orchard")
	tr := h.Finish(trace.Quiescent)
	text := trace.Const(`"The orchard."`)
	tr.Steps[0].Args, tr.Steps[0].Acts = []trace.Term{text}, []trace.Fact{{Pred: "say", Args: []trace.Term{text}}}
	tr.Steps[1].Acts = []trace.Fact{{Pred: "tell",
		Args: []trace.Term{trace.Const(`"Taken, the"`), trace.Const("half_moon")}},
		{Pred: "say", Args: []trace.Term{trace.Const(`"So?"`)}}}
	tr.Steps[2].Acts = []trace.Fact{{Pred: "beep", Args: []trace.Term{trace.Const("loud")}}}
	tell := told(t, tr)
	require.Equal(t, "View: at the orchard. “The orchard.”", retold(tell, 0))
	require.Equal(t, "Take: Romeo, at the orchard, with ring. “Taken, the half moon.” “So?”", retold(tell, 1))
	require.Equal(t, "Beep: at the orchard.", retold(tell, 2))
}

// A rule without a name is called after its stage in a trace, which says nothing of what
// happens: its events are told by what they change.
func TestRetellRulesWithoutNames(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard", "calm romeo")
	h.Play("day/1 romeo orchard tomb", "-at romeo orchard", "+at romeo tomb")
	h.Play("day/2 romeo", "$at romeo tomb", "-calm romeo", "+sad romeo", "+night").Play("day/3 romeo",
		"-sad romeo").Play("day/4")
	h.Play("shout/1 romeo", "+calm romeo")
	tr := h.Finish(trace.Quiescent)
	for _, name := range []string{"day/1", "day/2", "day/3", "day/4", "shout/1"} {
		tr.Program.Rules = append(tr.Program.Rules, trace.Rule{Name: name, Stage: "day"})
	}
	tell := told(t, tr)
	for e, want := range []string{
		"Day|Romeo, from the orchard to the tomb.",
		"Romeo is sad|Romeo, at the tomb. Now: Romeo is sad; night. No longer: Romeo is calm.",
		"Day|Romeo, at the tomb. No longer: Romeo is sad.",
		"Day|Day.",
		"Shout|Shout: Romeo, at the tomb. Now: Romeo is calm.",
	} {
		telling, err := tell.event(causal.Event(e), tell.values(tell.terms(causal.Event(e))))
		require.NoError(t, err)
		require.Equal(t, want, telling.Title+"|"+telling.Plain)
	}
}
