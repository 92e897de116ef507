package prose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// The words for a fact are those of the section that names most of its arguments.
func TestFact(t *testing.T) {
	p, err := Parse("p.md", []byte(`
## fact at C L
{C} {C.is} in {L}.
## fact at C tomb
{C} lies in a vault!
## fact at C C
{C} is beside {C.themself}
## fact rich _
money is there
## fact has C (cup N)
{C} has {N} cups
`), Options{})
	require.NoError(t, err)
	say := func(pred string, args ...trace.Term) string {
		return p.Fact(pred, args, func(t trace.Term) Value { return Value{Text: t.String()} })
	}
	c := trace.Const
	require.Equal(t, "the nurse is in orchard", say("at", c("the nurse"), c("orchard")), "no capital, no point")
	require.Equal(t, "romeo lies in a vault!", say("at", c("romeo"), c("tomb")))
	require.Equal(t, "romeo is beside themself", say("at", c("romeo"), c("romeo")))
	require.Equal(t, "money is there", say("rich", c("romeo")))
	require.Equal(t, "romeo has 3 cups", say("has", c("romeo"), trace.Term{Head: "cup", Args: []trace.Term{c("3")}}))
	for _, none := range []string{
		say("has", c("romeo"), c("cup")), say("at", c("romeo")), say("dead", c("romeo")),
		(*Prose)(nil).Fact("at", nil, nil),
	} {
		require.Empty(t, none)
	}
	require.Empty(t, p.Variants(nil), "the words for facts are told wherever there are such facts")
}

// What a choice is called stands apart from what is told of it.
func TestChoice(t *testing.T) {
	p, err := Parse("p.md", []byte(`
## go
### A walk
Off {C} goes.

### choice
Walk to {L}

### Later
Night.

## go (if dry)
On dry feet.

## stay
### Choice
Stay here
`), Options{})
	require.NoError(t, err)
	n := p.Narrator(nil, 1)
	values := map[string]Value{"C": {Text: "Ann"}, "L": {Text: "the hall"}}
	m := Moment{Topic: Topic{Rule, "go"}, Terms: map[string]trace.Term{"C": trace.Const("ann"), "L": trace.Const("hall")}}
	said := n.Foretell(m)
	require.Equal(t, []string{"Walk to the hall", "A walk", "Off Ann goes."},
		[]string{said.Choice(values), said.Title(values), said.Opening(values)})
	html, err := said.HTML(values)
	require.NoError(t, err)
	require.Equal(t, "<p>Off Ann goes.</p>\n<h2>Later</h2>\n<p>Night.</p>\n", string(html))

	m.Holds = func(string, []trace.Term) bool { return true }
	said = n.Foretell(m)
	require.Equal(t, []string{"Walk to the hall", "On dry feet."}, []string{said.Choice(values), said.Opening(values)},
		"variants share the name of the choice")
	said = n.Foretell(Moment{Topic: Topic{Rule, "stay"}})
	require.Equal(t, []string{"Stay here", "", ""}, []string{said.Choice(nil), said.Title(nil), said.Opening(nil)})
}
