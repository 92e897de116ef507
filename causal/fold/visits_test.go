package fold

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// inStages returns a run of a step for each letter, which names its stage; a blank names none.
func inStages(word string) *causal.Graph {
	l := &long{}
	for i, letter := range word {
		l.Steps = append(l.Steps, trace.Step{ID: trace.StepID(i + 1), Rule: "go", Stage: strings.TrimSpace(string(letter))})
	}
	return causal.New(&l.Trace)
}

func TestRounds(t *testing.T) {
	for word, want := range map[string]string{
		"":           "",
		"aaaa":       "0000", // never left
		"abc":        "000",  // nothing comes again
		"abab":       "1122",
		"aabbbab":    "1111122",    // a stay is of any length
		"sababz":     "011220",     // what comes once is before and after
		"dplplrdplr": "1111112222", // a round may have a loop in it
		"abaxabz":    "1122330",    // and something else, too
		"aba":        "112",
		"a b a":      "11112",
		" a a b":     "011220",
	} {
		s, err := Select(inStages(word), Options{})
		require.NoError(t, err)
		got := ""
		for _, e := range s.Events {
			got += fmt.Sprint(s.turns().Round(e))
		}
		require.Equal(t, want, got, "%q", word)
	}
}

// What a group is told to be: a visit or a part of it, and the rounds it is.
func TestGroupsAreVisitsAndRounds(t *testing.T) {
	g := inStages("saabbabz")
	for _, c := range []struct {
		options Options
		methods []Method
		want    string
	}{
		{Options{}, []Method{Stages}, "s true 0 0-0; a true 1 0-0; b true 1 0-0; a true 2 0-0; b true 2 0-0; z true 0 0-0; "},
		{Options{}, []Method{Rounds}, "s true 0 0-0;  false 1 1-1;  false 2 2-2; z true 0 0-0; "},
		{Options{From: 3, To: 5}, []Method{Rounds}, " false 1 1-1; "}, // all that is selected of it
		{Options{From: 2, To: 7}, []Method{Spans}, "a true 1 0-0; b true 1 0-0;  false 2 2-2; "},
		{Options{From: 2, To: 7}, []Method{Rounds, Spans}, " false 1 1-1;  false 2 2-2; "},
		{Options{From: 3, To: 6}, nil, "a true 1 0-0; b false 1 0-0; b false 1 0-0; a true 2 2-2; "},
	} {
		s, err := Select(g, c.options)
		require.NoError(t, err)
		f, got := s.Fold(c.methods...), ""
		for i := range f.Groups {
			group := &f.Groups[i]
			stage, whole := f.Visit(group)
			from, to := f.Rounds(group)
			got += fmt.Sprintf("%s %v %d %d-%d; ", stage, whole, f.Round(group), from, to)
		}
		require.Equal(t, c.want, got, "%v", c)
	}
	all := inStages("ababab")
	s, err := Select(all, Options{})
	require.NoError(t, err)
	f := s.single().fold(Spans, 1)
	from, to := f.Rounds(&f.Groups[0])
	require.Equal(t, []int{1, 3}, []int{from, to})
}
