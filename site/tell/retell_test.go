package tell

import (
	"testing"

	"github.com/stretchr/testify/require"

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
	tr.Steps[1].Acts = []trace.Fact{{Pred: "tell", Args: []trace.Term{trace.Const(`"Taken, the"`), trace.Const("half_moon")}}, {Pred: "say", Args: []trace.Term{trace.Const(`"So?"`)}}}
	tr.Steps[2].Acts = []trace.Fact{{Pred: "beep", Args: []trace.Term{trace.Const("loud")}}}
	tell := told(t, tr)
	require.Equal(t, "View: at the orchard. “The orchard.”", retold(tell, 0))
	require.Equal(t, "Take: Romeo, at the orchard, with ring. “Taken, the half moon.” “So?”", retold(tell, 1))
	require.Equal(t, "Beep: at the orchard.", retold(tell, 2))
}
