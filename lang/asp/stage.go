package asp

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Stage is a question that a game of logic-game is asked: which programs answer it together, from which facts.
type Stage struct {
	// Name says what the stage is about: "visibility".
	Name string
	// Given are the predicates of the facts that are added to the programs, and Asked those of the answer.
	Given, Asked []logic.Predicate
	// Random reports whether random integers are drawn in the programs, each time anew.
	Random bool
	// sources returns the programs, in the order of the text that they make together.
	sources func(g *Game) []*syntax.Source
}

// Sources returns the programs of a stage, in the order in which their random integers are drawn.
func (s *Stage) Sources(g *Game) []*syntax.Source { return s.sources(g) }

func predicates(arity int, names ...string) (out []logic.Predicate) {
	for _, name := range names {
		out = append(out, logic.Predicate{Name: name, Arity: arity})
	}
	return out
}

// history are the facts at_time(T,R,C,O): what was where at each time.
var history = predicates(4, "at_time")

// level are the predicates of settings and of how a level looks.
var level = append(predicates(1, "setting"), append(predicates(2, "decorate"), predicates(3, "decorate")...)...)

// now is the program that gives at/3 and current_time/1 from the history.
var now = &syntax.Source{Name: "(logic-game)", Text: []byte(
	"current_time(T) :- T = #max { S : at_time(S,_,_,_) }.\n" +
		"at(R,C,O) :- at_time(T,R,C,O), current_time(T).\n")}

// The stages of a game.
var (
	// GenerationStage makes a new level.
	GenerationStage = &Stage{Name: "level generation", Asked: append(predicates(3, "at"), level...), Random: true,
		sources: func(g *Game) []*syntax.Source { return []*syntax.Source{g.Generation, g.Auxiliary} }}
	// StateStage reads the state that is stored.
	StateStage = &Stage{Name: "state", Asked: predicates(3, "at"),
		sources: func(g *Game) []*syntax.Source { return []*syntax.Source{g.State} }}
	// VisibilityStage says what the strategy sees.
	VisibilityStage = &Stage{Name: "visibility", Given: history, Asked: append(predicates(1, "observe"), level...),
		sources: func(g *Game) []*syntax.Source {
			return []*syntax.Source{now, g.Visibility, g.Settings, g.Auxiliary}
		}}
	// GoalStage says whether the game is won or lost.
	GoalStage = &Stage{Name: "goal", Given: history,
		Asked: append(predicates(0, "win", "lose"), predicates(1, "win", "lose")...),
		sources: func(g *Game) []*syntax.Source {
			return []*syntax.Source{now, g.Settings, g.Auxiliary, g.Goal}
		}}
	// StrategyStage is the strategy: what it does, remembers and forgets.
	StrategyStage = &Stage{Name: "strategy", Given: append(predicates(1, "observe", "memory"), level...),
		Asked: predicates(1, "do", "remember", "forget"), Random: true,
		sources: func(g *Game) []*syntax.Source { return []*syntax.Source{g.Auxiliary, g.Strategy} }}
	// NatureStage is nature: what is where next.
	NatureStage = &Stage{Name: "nature", Given: append(predicates(1, "do"), history...), Asked: predicates(3, "next"),
		Random: true,
		sources: func(g *Game) []*syntax.Source {
			return []*syntax.Source{now, g.Nature, g.Settings, g.Auxiliary}
		}}
)

// Check returns what is wrong with the programs of a game, each message once. A warning about the auxiliary program,
// which belongs to all stages, is left out if a stage has no cause for it.
func (g *Game) Check() syntax.ErrorList {
	stages := []*Stage{GenerationStage, StateStage, VisibilityStage, StrategyStage, NatureStage, GoalStage}
	with := 0 // stages with the auxiliary program
	said := make(map[string]int)
	var all syntax.ErrorList
	for _, s := range stages {
		sources := s.Sources(g)
		for _, src := range sources {
			if src == g.Auxiliary {
				with++
			}
		}
		for _, e := range s.check(sources) {
			at := fmt.Sprintf("%s:%s %s", e.Source.Name, e.Start, e.Msg)
			if said[at]++; said[at] == 1 {
				all = append(all, e)
			}
		}
	}
	var errs syntax.ErrorList
	for _, e := range all {
		at := fmt.Sprintf("%s:%s %s", e.Source.Name, e.Start, e.Msg)
		if e.Warning && e.Source.Name == g.Auxiliary.Name && said[at] < with {
			continue
		}
		errs = append(errs, e)
	}
	return errs
}

// check returns what is wrong with the programs of a stage. For each random integer, it takes the least.
func (s *Stage) check(sources []*syntax.Source) syntax.ErrorList {
	if s.Random {
		drawn, errs := Draw(sources, func(low, _ int64) int64 { return low })
		if len(errs) > 0 {
			return errs
		}
		sources = drawn
	}
	p, errs := Parse(sources...)
	if errs.Failed() {
		return errs
	}
	return append(errs, logic.Check(p, s.Given...)...)
}
