package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/coverage"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// claims holds what coverage says against all states of its runs.
type claims struct {
	*rapid.T
	program string
	rules   []sketchedRule
	states  []moment
	kinds   map[string]int
}

// enabled reports whether a rule has a transition in a state.
func (c *claims) enabled(r *sketchedRule, m *moment) bool {
	if m.stage != r.stage || matches(r.left, m.facts, nil) == 0 {
		return false
	}
	return r.to == "" || c.rests(m)
}

// rests reports whether no rule of the stage has a transition.
func (c *claims) rests(m *moment) bool {
	return !slices.ContainsFunc(c.rules, func(r sketchedRule) bool { return r.to == "" && c.enabled(&r, m) })
}

func (c *claims) count(in func(*moment) bool) (states int, runs int) {
	seen := make(map[int]bool)
	for i := range c.states {
		if in(&c.states[i]) {
			states++
			seen[c.states[i].run] = true
		}
	}
	return states, len(seen)
}

func (c *claims) never(in func(*moment) bool, claim string) {
	states, _ := c.count(in)
	require.Zero(c, states, "%s\n%s", claim, c.program)
}

// reasons are what coverage says of rules that never fired.
var reasons = map[string]*regexp.Regexp{
	"stage":   regexp.MustCompile("^its stage (\\w+) was never entered$"),
	"no rule": regexp.MustCompile("^no rule makes `(!?\\w+)`, and none is there at the start$"),
	"no fit":  regexp.MustCompile("^no rule that comes before it makes a `(!?\\w+)` that fits$"),
	"none":    regexp.MustCompile("^there never was a `(!?\\w+)`: "),
	"beaten":  regexp.MustCompile(`^enabled in (\d+) states? of (\d+) runs?, and lost in all`),
	"late":    regexp.MustCompile(`^enabled only in the last state of (\d+) runs?,`),
	"busy":    regexp.MustCompile(`^stage (\w+) always had a rule to fire$`),
	"apart":   regexp.MustCompile(`^its premises were never met together, in (\d+) states? of stage (\w+)$`),
	"link":    regexp.MustCompile(`^its premises were never met when stage (\w+) had come to rest$`),
}

// reason holds why a rule never fired against the states.
func (c *claims) reason(r *sketchedRule, said string) {
	kind, word := "", []string(nil)
	for k, re := range reasons {
		if w := re.FindStringSubmatch(said); w != nil {
			kind, word = k, w
		}
	}
	require.NotEmpty(c, kind, said)
	c.kinds[kind]++
	enabled := func(m *moment) bool { return c.enabled(r, m) }
	states, runs := c.count(func(m *moment) bool { return enabled(m) && !m.last })
	if kind != "beaten" {
		require.Zero(c, states, "%s: %s\n%s", r.name, said, c.program)
	}
	there := func(m *moment) bool {
		return slices.ContainsFunc(m.facts, func(f string) bool {
			pred := strings.Fields(f)[0]
			return pred == word[1] || strings.Trim(pred, "!") == word[1]
		})
	}
	switch kind {
	case "stage":
		c.never(func(m *moment) bool { return m.stage == word[1] }, said)
	case "no rule", "none":
		c.never(there, said)
	case "no fit":
		premises := slices.DeleteFunc(slices.Clone(r.left), func(p string) bool {
			return strings.Contains(p, "<>") || strings.Trim(strings.Fields(p)[0], "$") != word[1]
		})
		require.True(c, slices.ContainsFunc(premises, func(p string) bool {
			alone := []string{p} // with the comparison, where that is about it alone
			if compares := "X <> Y"; strings.Contains(p, "X") && strings.Contains(p, "Y") && slices.Contains(r.left, compares) {
				alone = append(alone, compares)
			}
			states, _ := c.count(func(m *moment) bool { return m.stage == r.stage && matches(alone, m.facts, nil) > 0 })
			return states == 0
		}), "%s: %s\n%s", r.name, said, c.program)
	case "beaten":
		require.Equal(c, []string{strconv.Itoa(states), strconv.Itoa(runs)}, word[1:], "%s: %s\n%s", r.name, said, c.program)
	case "late":
		_, runs := c.count(enabled)
		require.Equal(c, strconv.Itoa(runs), word[1], "%s: %s\n%s", r.name, said, c.program)
	case "busy":
		c.never(func(m *moment) bool { return m.stage == r.stage && c.rests(m) }, said)
	case "apart":
		states, _ := c.count(func(m *moment) bool { return m.stage == word[2] })
		fired, _ := c.count(func(m *moment) bool { return m.stage == word[2] && !m.last })
		n, _ := strconv.Atoi(word[1])
		require.GreaterOrEqual(c, n, fired, "%s: %s\n%s", r.name, said, c.program)
		require.LessOrEqual(c, n, states, "%s: %s\n%s", r.name, said, c.program)
	case "link":
		states, _ := c.count(func(m *moment) bool { return m.stage == word[1] && c.rests(m) })
		require.NotZero(c, states, "%s: %s\n%s", r.name, said, c.program)
	}
}

// lack holds what a rule lacked in so many states against the states in which that is so.
func (c *claims) lack(r *sketchedRule, l coverage.Lack) {
	states, _ := c.count(func(m *moment) bool {
		if m.stage != r.stage || r.to != "" && !c.rests(m) || matches(r.left, m.facts, nil) > 0 {
			return false
		}
		var facts []string
		for _, p := range r.left {
			if !strings.Contains(p, "<>") {
				facts = append(facts, p)
			}
		}
		switch {
		case len(l.Apart) > 0:
			loose := slices.Clone(facts)
			for i := range loose { // each premise has variables of its own
				for _, v := range l.Apart {
					loose[i] = regexp.MustCompile(`\b`+v+`\b`).ReplaceAllString(loose[i], fmt.Sprint(v, i))
				}
			}
			return matches(facts, m.facts, nil) == 0 && matches(loose, m.facts, nil) > 0
		case len(l.Premises) == 1 && strings.Contains(l.Premises[0].Premise, "<>"):
			return matches(facts, m.facts, nil) > 0
		}
		for _, p := range l.Premises {
			there := 0
			for _, f := range m.facts {
				meets := func(premise string) bool { return matches([]string{premise}, []string{f}, nil) > 0 }
				if meets(p.Premise) {
					there++
				}
			}
			if there >= p.Times || there > p.There {
				return false
			}
		}
		return true
	})
	c.kinds[fmt.Sprintf("apart %v, premises %v", len(l.Apart) > 0, len(l.Premises) > 0)]++
	require.GreaterOrEqual(c, states, l.States, "%s: %+v\n%s", r.name, l, c.program)
}

// idle checks the report of a predicate without facts, or without a use of them.
func (c *claims) idle(d coverage.Fact) {
	has := func(text string) bool { return strings.Trim(strings.Fields(text)[0], "$!") == d.Predicate }
	states, _ := c.count(func(m *moment) bool { return slices.ContainsFunc(m.facts, has) })
	c.kinds[fmt.Sprint("idle ", d.Made)]++
	if !d.Made {
		require.Zero(c, states, "%+v\n%s", d, c.program)
	}
}

// sketchProgram draws a program.
func (c *claims) sketchProgram() {
	c.program = "t : type. a : t. b : t. c : t. p t : pred. q t : pred. r t t : pred. s : pred.\n"
	for _, stage := range []string{"one", "two"} {
		c.program += "stage " + stage + " = {\n"
		for i := range rapid.IntRange(1, 4).Draw(c.T, "rules") {
			r := sketchRule(c.T, fmt.Sprint(stage, i), stage, "")
			c.rules = append(c.rules, r)
			c.program += r.text()
		}
		c.program += "}\n"
	}
	ways := [][2]string{{"one", "two"}, {"one", "one"}, {"two", "one"}} // in the order of coverage
	for i, way := range ways[:rapid.IntRange(0, 3).Draw(c.T, "links")] {
		r := sketchRule(c.T, fmt.Sprint("link", i), way[0], way[1])
		c.rules = append(c.rules, r)
		c.program += r.text()
	}
	facts := rapid.SampledFrom([]string{"p a", "p b", "q c", "!q a", "r a b", "r a a", "s", "s", "!p c"})
	c.program += "#trace _ one {" + strings.Join(rapid.SliceOfN(facts, 1, 6).Draw(c.T, "start"), ", ") + "}.\n"
}

// What coverage says is so in all states of its runs.
func TestCoverageClaimsAgainstOracle(t *testing.T) {
	const runs = 3
	file := filepath.Join(t.TempDir(), "p.cep")
	kinds := make(map[string]int)
	check := func(rt *rapid.T) {
		c := &claims{T: rt, kinds: kinds}
		c.sketchProgram()
		p, errs := lang.Load("p.cep", []byte(c.program))
		require.False(rt, errs.Failed(), "%v\n%s", errs, c.program)
		steps := rapid.SampledFrom([]int{1, 2, 6}).Draw(rt, "steps")
		c.states = moments(rt, p, runs, steps)
		require.NoError(rt, os.WriteFile(file, []byte(c.program), 0o644))
		var out, err bytes.Buffer
		status := cli.Run(context.Background(), root, cli.Streams{In: &bytes.Buffer{}, Out: &out, Err: &err},
			[]string{"coverage", file, "--json", "--quiet", "--runs", fmt.Sprint(runs), "--steps", fmt.Sprint(steps)})
		require.Equal(rt, cli.OK, status, err.String())
		var d coverage.Report
		require.NoError(rt, json.Unmarshal(out.Bytes(), &d))
		require.Len(rt, d.Rules, len(c.rules))
		for i, said := range d.Rules {
			r := &c.rules[i]
			require.Equal(rt, r.name, said.Name)
			states, in := c.count(func(m *moment) bool { return c.enabled(r, m) && !m.last })
			require.Equal(rt, []int{states, in}, []int{said.Enabled, said.Enabling}, "%s\n%s", r.name, c.program)
			if said.Fired == 0 {
				c.reason(r, said.Reason)
			}
			for _, l := range said.Lacked {
				c.lack(r, l)
			}
		}
		for _, said := range d.Facts {
			c.idle(said)
		}
	}
	all := []string{"idle true", "idle false", "apart true, premises false", "apart false, premises true"}
	for kind := range reasons {
		all = append(all, kind)
	}
	rare := func(kind string) bool { return kinds[kind] == 0 }
	for tries := 0; tries == 0 || tries < 20 && slices.ContainsFunc(all, rare); tries++ {
		rapid.Check(t, check)
	}
	require.False(t, slices.ContainsFunc(all, rare), "%v", kinds)
}
