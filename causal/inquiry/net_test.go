package inquiry

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/stretchr/testify/require"
)

// flowsOf lists what passes between rules and kinds of facts, one rule a line.
func flowsOf(n *rules.Net) string {
	var b strings.Builder
	for _, t := range n.Transitions {
		b.WriteString(t.Rules[0].Rule + ":")
		for _, f := range t.Flows {
			fmt.Fprintf(&b, " %s -%d $%d +%d", n.Places[f.Place], f.Uses.Most, f.Reads.Most, f.Makes.Most)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestPotentialNet(t *testing.T) {
	p := replaytest.Load(t, rulesOf(`
twice : p a * p b * $end -o p c.
note : q X Y -o !q Y X.
know : !q X X * $q X a -o end * end.
look : $p X * p b -o count 1.
`))
	require.Equal(t, strings.Join([]string{
		"twice: p a -1 $0 +0 p b -1 $0 +0 end -0 $1 +0 p c -0 $0 +1",
		"note: !q -0 $1 +1", // all that its premise can meet is what it makes
		"know: end -0 $0 +2 !q -0 $2 +0",
		"look: p b -1 $0 +0 p c -0 $1 +0 count -0 $0 +1", // p c is all that is made
		"",
	}, "\n"), flowsOf(NewPotential(p, nil).Net(p)))
}

// What passes in runs of random programs, and of the examples, is in the net of the program.
func TestNetHasWhatHappens(t *testing.T) {
	for _, s := range replaytest.Subjects(t) {
		start, err := replay.Start(s.Program, s.Run)
		require.NoError(t, err)
		p := NewPotential(s.Program, start)
		can := make(map[string]rules.Flow)
		all := p.Net(s.Program)
		for _, tr := range all.Transitions {
			for _, f := range tr.Flows {
				can[tr.Rules[0].Rule+" "+all.Places[f.Place].String()] = f
			}
		}
		run := rules.NetOf(causal.New(s.Run), p.Kinds)
		for _, tr := range run.Transitions {
			for _, f := range tr.Flows {
				name := tr.Rules[0].Rule + " " + run.Places[f.Place].String()
				most, ok := can[name]
				require.True(t, ok, name)
				require.LessOrEqual(t, f.Uses.Most, most.Uses.Most, name)
				require.LessOrEqual(t, f.Reads.Most, most.Reads.Most, name)
				require.LessOrEqual(t, f.Makes.Most, most.Makes.Most, name)
			}
		}
	}
}
