package game

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
)

// WorldAccount is a game of logic-game as JSON. Atoms are written as programs write them, and lists are in the order
// of their texts.
type WorldAccount struct {
	Result     Result        `json:"result"`
	LevelDraws [][3]int64    `json:"levelgen_draws,omitempty"` // low, high, value
	Steps      []TurnAccount `json:"steps"`
}

// TurnAccount is what happened at one time, as JSON. The lists of what had no time to happen are missing.
type TurnAccount struct {
	Step          int        `json:"step"` // from 1
	Time          int        `json:"time"`
	At            []string   `json:"at"`
	Observe       []string   `json:"observe"`
	Memory        []string   `json:"memory"`
	Win           []string   `json:"win"`
	Lose          []string   `json:"lose"`
	Result        Result     `json:"result"`
	StrategyDraws [][3]int64 `json:"strategy_draws,omitzero"`
	Do            []string   `json:"do,omitzero"`
	Updates       []string   `json:"memory_updates,omitzero"`
	NatureDraws   [][3]int64 `json:"nature_draws,omitzero"`
	Next          []string   `json:"next,omitzero"`
}

// Account returns the game so far as JSON has it.
func (w *World) Account() WorldAccount {
	a := WorldAccount{Result: w.turn.Result, Steps: []TurnAccount{}}
	if len(w.level) > 0 {
		a.LevelDraws = draws(w.level)
	}
	for i, t := range append(slices.Clone(w.past), w.turn) {
		s := TurnAccount{
			Step: i + 1, Time: t.Time, At: w.texts(t.At), Observe: w.texts(t.Observe), Memory: w.texts(t.Memory),
			Win: w.texts(t.Win), Lose: w.texts(t.Lose), Result: t.Result,
		}
		if t != w.turn {
			s.StrategyDraws, s.NatureDraws = draws(t.StrategyDraws), draws(t.NatureDraws)
			s.Do, s.Updates, s.Next = w.texts(t.Do), w.texts(t.Updates), w.texts(t.Next)
		}
		a.Steps = append(a.Steps, s)
	}
	return a
}

// texts returns atoms as programs write them, in the order of the texts.
func (w *World) texts(atoms []ground.Atom) []string {
	all := make([]string, len(atoms))
	for i, a := range atoms {
		all[i] = text(w.base, a)
	}
	slices.Sort(all)
	return all
}

func draws(list []Draw) [][3]int64 {
	all := make([][3]int64, len(list))
	for i, d := range list {
		all[i] = [3]int64{d.Low, d.High, d.Value}
	}
	return all
}
