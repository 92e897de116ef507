package exec

import "github.com/ceptre-graph/ceptre/lang"

// Series is one run of a program after another, from the same trace. Each goes as it would by
// itself, but what is compiled and planned for one serves those after it: of short runs that
// is most of the work. It is not safe for concurrent use, and what [Options.Final] is given is
// good until the next run.
type Series struct {
	prog    *lang.Program
	start   *lang.Start
	machine *Machine // of the last run; nil before the first
}

// NewSeries returns a series of which no run was made yet.
func NewSeries(prog *lang.Program, start *lang.Start) *Series {
	return &Series{prog: prog, start: start}
}

// begin returns a machine in the first state.
func (s *Series) begin(limits Limits) *Machine {
	limits.Steps, limits.Time, limits.Memory = 0, 0, 0 // which are no business of machines
	m := s.machine
	if m == nil || m.limits != limits.orDefaults() || !m.restart(s.start) {
		m = newMachine(s.prog, s.start, limits)
		s.machine = m
	}
	return m
}
