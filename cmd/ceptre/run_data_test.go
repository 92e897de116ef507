package main

import (
	"bytes"
	"context"
	"io"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/account"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// wholeAccount is the account of a run that is made of its whole trace.
type wholeAccount struct {
	Program string      `json:"program"`
	Stage   string      `json:"stage"`
	Seed    uint64      `json:"seed"`
	Choose  string      `json:"choose"`
	Steps   []wholeStep `json:"steps"`
	Final   []string    `json:"final"`
	Ended   trace.Why   `json:"ended"`
	Message string      `json:"message,omitempty"`
}

type wholeStep struct {
	ID       trace.StepID `json:"id"`
	Rule     string       `json:"rule"`
	Args     []string     `json:"args"`
	Stage    string       `json:"stage"`
	Consumes []string     `json:"consumes"`
	Reads    []string     `json:"reads"`
	Produces []string     `json:"produces"`
	Choices  int          `json:"choices"`
	Chosen   trace.Chosen `json:"chosen"`
}

// texts returns the text of f for each item; never nil, which JSON distinguishes from an empty list.
func texts[T any](items []T, f func(T) string) []string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = f(item)
	}
	return out
}

// withoutTokens returns the texts of resources, without the marks of stages.
func withoutTokens(resources []trace.Resource) []string {
	return texts(slices.DeleteFunc(slices.Clone(resources),
		func(r trace.Resource) bool { return r.Pred == trace.StagePred }), trace.Resource.String)
}

func newWholeAccount(t *trace.Trace) wholeAccount {
	resources := make(map[trace.ResourceID]trace.Resource, len(t.Resources))
	for _, r := range t.Resources {
		resources[r.ID] = r
	}
	facts := func(ids []trace.ResourceID) []string {
		named := make([]trace.Resource, len(ids))
		for i, id := range ids {
			named[i] = resources[id]
		}
		return withoutTokens(named)
	}
	a := wholeAccount{
		Program: t.Program.Name, Stage: t.Run.Stage, Seed: t.Run.Seed, Choose: t.Run.Choose, Steps: []wholeStep{},
		Final: withoutTokens(t.Final()), Ended: t.End.Why, Message: t.End.Message,
	}
	for _, s := range t.Steps {
		a.Steps = append(a.Steps, wholeStep{s.ID, s.Rule, texts(s.Args, trace.Term.String), s.Stage, facts(s.Consumes),
			facts(s.Reads), facts(s.Produces), s.Choices, s.Chosen})
	}
	return a
}

// The account of a run in progress equals the account of its whole trace.
func TestAccount(t *testing.T) {
	eachExample(t, func(t *testing.T, p *lang.Program) {
		for _, steps := range []int{1, 50} {
			whole := trace.NewBuilder()
			var got, want bytes.Buffer
			o := exec.Options{Seed: 7, Limits: exec.Limits{Steps: steps}, Host: played(t, p, io.Discard)}
			require.NoError(t, exec.Record(context.Background(), p, p.Traces[0], o,
				trace.Recorders{whole, account.NewRecorder(&got)}))
			require.NoError(t, answer.WriteJSON(&want, newWholeAccount(whole.Trace())))
			require.Equal(t, want.String(), got.String())
		}
	})
}
