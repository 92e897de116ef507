package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// explainPlan prints how the enabled transitions are found, by stage and rule, in the state that
// the run would start from.
func (r *reporter) explainPlan(c *cobra.Command, out io.Writer, prog *lang.Program) error {
	start, err := r.start(c, prog)
	if err != nil {
		return err
	}
	m, _ := exec.NewMachine(prog, start, exec.Limits{})
	var b bytes.Buffer
	for _, s := range prog.Stages {
		fmt.Fprintf(&b, "stage %s\n", s.Name)
		rules := s.Rules
		for _, l := range s.Links {
			rules = append(rules[:len(rules):len(rules)], &l.Rule)
		}
		for _, rule := range rules {
			if err := m.Plan(rule).Fprint(&b); err != nil {
				return err
			}
		}
	}
	_, err = b.WriteTo(out)
	return err
}
