package site

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// crowd returns a run of many characters in many rooms in which each character speaks once.
func crowd(people int) *trace.Trace {
	program := sitetest.Program()
	program.Types[0].Constants, program.Types[1].Constants = nil, nil
	h := sitetest.New(program)
	for i := range people {
		who, where := fmt.Sprintf("person_%d", i), fmt.Sprintf("room_%d", i%(people/2))
		program.Types[0].Constants = append(program.Types[0].Constants, who)
		program.Types[1].Constants = append(program.Types[1].Constants, where)
		h.Set("at " + who + " " + where)
	}
	for i := range people {
		who, where := fmt.Sprintf("person_%d", i), fmt.Sprintf("room_%d", i%(people/2))
		h.Play("do/dream "+who+" "+where+" "+who, "$at "+who+" "+where)
	}
	return h.Finish(trace.Quiescent)
}

// A large cast has pages of its own; the cover offers the busiest.
func TestLargeCast(t *testing.T) {
	s := build(t, crowd(450), Options{})
	require.Equal(t, mostOffered, strings.Count(string(page(t, s, indexPath)), `class="follow"`))
	offered := 0
	for _, p := range s.Pages {
		if strings.HasPrefix(p.Path, castBase) {
			offered += strings.Count(string(p.Data), `class="follow"`)
			require.Less(t, len(p.Data), 100_000)
		}
	}
	require.Equal(t, 450, offered)
	for _, base := range []string{indexPath, allBase + ".html", hoursBase + ".html"} {
		require.Less(t, len(page(t, s, base)), 100_000, base)
	}
	require.Contains(t, string(page(t, s, mapBase+".html")), "the 40 who are in most of them")
}

// A scene names a few others of its hour, and says how many more there are and where.
func TestMeanwhileNothingIsLost(t *testing.T) {
	s := build(t, crowd(8), Options{Scenes: scenes.Step})
	for _, l := range s.Leaves {
		data := string(page(t, s, l.Path))
		hour := s.Performance.Hours[l.Scene.Hour-1]
		if unnamed := len(hour) - 1 - len(l.Scene.Meanwhile); unnamed > 0 {
			require.Contains(t, data, fmt.Sprintf(`<a href="../hours.html#%s"><span class="to">And %s of this hour`, l.Scene.ID,
				english.Count(unnamed, "more scene")))
		} else {
			require.NotContains(t, data, "of this hour")
		}
	}
	require.Contains(t, string(page(t, s, s.Leaves[0].Path)), "And 3 more scenes of this hour")
}
