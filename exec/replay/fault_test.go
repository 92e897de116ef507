package replay

import (
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

const ward = `
bed : type. a : bed. b : bed. c : bed.
lit bed : pred. near bed bed : pred.
next bed bed : bwd. next a b.
stage day = {
  douse : lit X -o ().
  join  : lit X * lit X -o !near X X.
  look  : $near X Y -o ().
  trust : !near X Y -o ().
  pass  : lit X * next X Y -o lit Y.
}
stage night = { }
qui * stage day -o stage night.
`

// wardTrace returns a trace of one step in a state that holds lit a (x1), near a b
// (x2) and the token (x3).
func wardTrace(s trace.Step) *trace.Trace {
	s.ID = 1
	return &trace.Trace{
		Header: trace.Header{Format: trace.Format},
		Resources: []trace.Resource{
			{ID: 1, Pred: "lit", Args: []trace.Term{trace.Const("a")}},
			{ID: 2, Pred: "near", Args: []trace.Term{trace.Const("a"), trace.Const("b")}},
			{ID: 3, Pred: trace.StagePred, Args: []trace.Term{trace.Const("day")}},
		},
		Steps: []trace.Step{s},
	}
}

// A fault says of what kind it is, and which premise and resource are to blame.
func TestFaults(t *testing.T) {
	p, errs := lang.Load("ward.cep", []byte(ward))
	require.NotNil(t, p, "%v", errs)
	for _, c := range []struct {
		rule, args      string
		consumes, reads []trace.ResourceID
		kind            FaultKind
		blamed          trace.ResourceID
		premise         bool
		want            string
	}{
		{"duse", "a", ids(1), ids(3), UnknownName, 0, false, "the program has no rule duse; the nearest is douse"},
		{"douse", "b", ids(1), ids(3), Unmet, 0, true, "the rule uses up lit b, which does not hold then"},
		{"douse", "a", nil, ids(3), Unmet, 1, true, "it does not take x1 (lit a), which the rule uses up"},
		{"douse", "a", nil, ids(1, 3), Unmet, 1, true, "it reads x1 (lit a), which the rule uses up"},
		{"douse", "a", ids(1, 2), ids(3), LeftOver, 2, false, "it uses up x2 (near a b), which the rule does not"},
		{"join", "a", ids(1), ids(3), Unmet, 1, true, "the rule uses up lit a more often than it holds"},
		{"look", "a c", nil, ids(2, 3), Unmet, 2, true,
			"the rule reads near a c, which does not hold then; the nearest is x2 (near a b)"},
		{"trust", "a b", nil, ids(2, 3), Unmet, 2, true, "it reads x2 (near a b), which the rule needs permanently"},
		{"trust", "a b", nil, ids(3), Unmet, 2, true,
			"the rule needs permanently near a b, and x2 (near a b) is not permanent"},
		{"pass", "a c", ids(1), ids(3), Unmet, 0, true, "next a c cannot be proved"},
		{"look", "a b", nil, ids(2), BadToken, 0, false,
			"a rule reads the stage token, x3 (stage day), and the trace says otherwise"},
		{"day/to-night", "", ids(3), nil, TooEarly, 0, false, "a link waits until no rule applies, and douse a does"},
	} {
		step := trace.Step{Rule: c.rule, Consumes: c.consumes, Reads: c.reads}
		for _, arg := range strings.Fields(c.args) {
			step.Args = append(step.Args, trace.Const(arg))
		}
		err := verify(p, wardTrace(step))
		require.ErrorContains(t, err, "step t1: "+strings.TrimSpace(c.rule+" "+c.args)+": "+c.want)
		var fault *Fault
		require.ErrorAs(t, err, &fault)
		require.Equal(t, c.kind, fault.Kind, c.want)
		require.Equal(t, trace.StepID(1), fault.Step.ID)
		require.Equal(t, c.blamed, fault.Resource, c.want)
		require.Equal(t, c.premise, fault.Premise != nil, c.want)
		require.Equal(t, c.kind == TooEarly, fault.Enabled != nil)
	}
}

func ids(ids ...trace.ResourceID) []trace.ResourceID { return ids }
