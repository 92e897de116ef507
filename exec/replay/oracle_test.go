package replay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// oracle says by brute force whether traces are runs of a program, just as they
// were recorded. It writes the initial state as text for the parser, lists all
// that is enabled in each state, and compares texts.
type oracle struct {
	text   string
	known  map[string]bool        // what the header of any run of the program lists
	starts map[string]*lang.Start // by text; nil for what does not read
	progs  map[string]*lang.Program
}

func newOracle(p *lang.Program, h trace.Header) *oracle {
	return &oracle{string(p.Source.Text), lines(h.Program), make(map[string]*lang.Start), make(map[string]*lang.Program)}
}

// start reads an initial state.
func (o *oracle) start(initial []trace.Resource) (*lang.Program, *lang.Start) {
	var facts []string
	stage := "nowhere"
	for _, r := range initial {
		if r.Pred == trace.StagePred {
			stage = r.Args[0].String()
			continue
		}
		facts = append(facts, r.String())
	}
	text := fmt.Sprintf("%s\n#trace _ %s { %s }.\n", o.text, stage, strings.Join(facts, ", "))
	if _, known := o.starts[text]; !known {
		o.progs[text], _ = lang.Load("oracle.cep", []byte(text))
		o.starts[text] = nil
		if p := o.progs[text]; p != nil {
			o.starts[text] = p.Traces[len(p.Traces)-1]
		}
	}
	return o.progs[text], o.starts[text]
}

// possible reports whether a valid trace is a run of the program: up to what
// [VerifyOptions] leave open, and just as it stands.
func (o *oracle) possible(t *trace.Trace) (possible, exact bool) {
	if !o.knows(t.Program) || !o.tokens(t) {
		return false, false
	}
	s := o.begin(t)
	if s == nil {
		return false, false
	}
	for i := range t.Steps {
		if !s.fires(&t.Steps[i]) {
			return false, false
		}
	}
	possible = s.saysAll(t) && (t.End == nil || s.ends(t))
	return possible, possible && s.exact
}

// begin returns the state in which a trace begins, or nil where no run does.
func (o *oracle) begin(t *trace.Trace) *state {
	initial := slices.DeleteFunc(slices.Clone(t.Resources), func(r trace.Resource) bool { return r.By != 0 })
	p, start := o.start(initial)
	if start == nil {
		return nil
	}
	m, made := exec.NewMachine(p, start, exec.Limits{})
	if len(made) != len(initial) {
		return nil
	}
	token := func(r trace.Resource) int {
		if r.Pred == trace.StagePred {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(initial, func(a, b trace.Resource) int { return cmp.Compare(token(a), token(b)) })
	s := &state{exact: true, machine: m, program: p, byID: make(map[trace.ResourceID]trace.Resource),
		ids: make(map[trace.ResourceID]trace.ResourceID)}
	for i, r := range made {
		s.ids[r.ID] = initial[i].ID
	}
	for _, r := range t.Resources {
		s.byID[r.ID] = r
	}
	return s
}

// tokens reports whether a run starts with one stage token, which is of the stage
// that the header says, and none is permanent.
func (o *oracle) tokens(t *trace.Trace) bool {
	n := 0
	for _, r := range t.Resources {
		if r.By == 0 && r.Pred == trace.StagePred {
			n++
			if r.Args[0].String() != t.Run.Stage {
				return false
			}
		}
		if r.Persistent && r.Pred == trace.StagePred {
			return false
		}
	}
	return n == 1
}

// knows reports whether what a header lists is in the header of another run of
// the program. Text and place of rules are not looked at.
func (o *oracle) knows(p *trace.Program) bool {
	for line := range lines(p) {
		if !o.known[line] {
			return false
		}
	}
	return true
}

// lines writes what a header lists, one thing a line.
func lines(p *trace.Program) map[string]bool {
	out := make(map[string]bool)
	for _, t := range p.Types {
		out["type "+t.Name] = true
		for _, k := range t.Constants {
			out["constant "+t.Name+" "+k] = true
		}
	}
	for _, q := range p.Predicates {
		mode := q.Mode
		if mode == trace.Persistent {
			mode = trace.Linear
		}
		out[fmt.Sprint("predicate ", q.Name, mode, q.Args)] = true
	}
	for _, s := range p.Stages {
		out["stage "+s.Name] = true
	}
	for _, r := range p.Rules {
		out[fmt.Sprint("rule ", r.Name, r.Stage, r.Link, r.Params)] = true
	}
	return out
}
