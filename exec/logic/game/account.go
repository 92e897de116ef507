package game

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
)

// MatchAccount is a match as JSON. Terms are written as programs write them, and lists are in the order of their
// texts.
type MatchAccount struct {
	Roles []string          `json:"roles"`
	Steps []PositionAccount `json:"steps"`
}

// PositionAccount is a position of a match as JSON, with the moves made in it.
type PositionAccount struct {
	Step     int                 `json:"step"`
	True     []string            `json:"true"`
	Terminal bool                `json:"terminal"`
	Goals    []string            `json:"goals"`          // role,value
	Legal    map[string][]string `json:"legal"`          // of the roles that have moves
	Sees     map[string][]string `json:"sees,omitempty"` // of GDL-II
	Does     [][2]string         `json:"does,omitempty"` // role and move, in the order of the roles; none at the end
}

// account returns the position as JSON has it.
func (m *Match) account() PositionAccount {
	p := &m.position
	a := PositionAccount{
		Step: p.Turn, True: m.State(), Terminal: p.Terminal, Goals: []string{}, Legal: make(map[string][]string),
	}
	for i, role := range m.game.Roles {
		if len(p.Legal[i]) > 0 {
			a.Legal[role] = m.sorted(p.Legal[i])
		}
		for _, v := range p.Goals[i] {
			a.Goals = append(a.Goals, role+","+termText(m.base, v))
		}
		if p.Percepts != nil && len(p.Percepts[i]) > 0 {
			if a.Sees == nil {
				a.Sees = make(map[string][]string)
			}
			a.Sees[role] = m.sorted(p.Percepts[i])
		}
	}
	slices.Sort(a.True)
	slices.Sort(a.Goals)
	return a
}

func (m *Match) sorted(terms []ground.Term) []string {
	texts := m.texts(terms)
	slices.SortFunc(texts, strings.Compare)
	return texts
}

// Account returns the match so far as JSON has it.
func (m *Match) Account() MatchAccount {
	return MatchAccount{Roles: m.game.Roles, Steps: append(slices.Clone(m.past), m.account())}
}
