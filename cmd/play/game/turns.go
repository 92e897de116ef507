package game

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/site/words"
)

// Stages returns the names of the stages of the program.
func (d *Game) Stages() []string {
	var names []string
	for _, s := range d.Program().Stages {
		names = append(names, s.Name)
	}
	return names
}

// wantStage refuses a stage that the program does not have.
func (d *Game) wantStage(name string) error {
	if slices.Contains(d.Stages(), name) {
		return nil
	}
	return fmt.Errorf("there is no stage %s; there is %s", name, strings.Join(d.Stages(), ", "))
}

// TurnsIn reads the stages in which it is to be the player's turn, with blanks or commas
// between them; `all` is all there are.
func (d *Game) TurnsIn(text string) ([]string, error) {
	names := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	if slices.Equal(names, []string{"all"}) && d.wantStage("all") != nil {
		return d.Stages(), nil
	}
	for _, name := range names {
		if err := d.wantStage(name); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// TurnsText says in which stages it is the player's turn.
func (d *Game) TurnsText() string {
	if !d.HasTurns() {
		return "It is your turn in all stages."
	}
	return "It is your turn in " + words.List(d.Turns()) + "."
}

// TakeTurns has it be the player's turn in some stages, as [play.Play.SetTurns] does, and
// chance go on until it is.
func (d *Game) TakeTurns(ctx context.Context, stages []string) error {
	d.SetTurns(stages)
	return d.Act(func() error { return d.Proceed(ctx) })
}
