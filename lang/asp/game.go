package asp

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Game is a game of logic-game: programs that generate levels, play, and say what moves lead to. Each program is a
// source whose name is that of the file with the name of the program: GAME.json (nature_program).
type Game struct {
	Source *syntax.Source // the file

	Auxiliary, Generation, Visibility, Strategy, Nature, Goal *syntax.Source
	// State and Settings are the stored level: facts at/3, and facts setting/1 and decorate.
	State, Settings *syntax.Source
}

// keys are the names of the programs of a game, in the order of [Game.programs].
var keys = []string{"aux_program", "level_gen_program", "visibility_program", "player_move_program",
	"nature_program", "goal_program", "level_state", "level_settings"}

// rulePrograms is the number of the keys that say how a game is played; the others, a level, are part of the records
// of runs, too.
const rulePrograms = 6

// programs returns the places of the programs, in the order of keys.
func (g *Game) programs() []**syntax.Source {
	return []**syntax.Source{&g.Auxiliary, &g.Generation, &g.Visibility, &g.Strategy, &g.Nature, &g.Goal, &g.State,
		&g.Settings}
}

// IsGame reports whether a text looks like a game: it has the key of one of the programs that say how a game is played.
func IsGame(text []byte) bool {
	return slices.ContainsFunc(keys[:rulePrograms], func(key string) bool {
		return bytes.Contains(text, []byte(`"`+key+`"`))
	})
}

// ReadGame reads a file of logic-game: a JSON object with a string for each program. Programs that are missing are
// empty. Other keys are passed over with a warning. The game is nil if there are errors.
func ReadGame(src *syntax.Source) (*Game, syntax.ErrorList) {
	r := &gameReader{file: file{source: src}, game: &Game{Source: src}, seen: make(map[string]bool)}
	if e := src.NotText(); e != nil {
		return nil, syntax.ErrorList{e}
	}
	text := bytes.TrimPrefix(src.Text, []byte("\ufeff"))
	r.skipped = len(src.Text) - len(text)
	var wrong *json.SyntaxError
	if err := json.Unmarshal(text, new(json.RawMessage)); errors.As(err, &wrong) {
		at := max(r.skipped+int(wrong.Offset)-1, 0)
		if strings.HasPrefix(wrong.Error(), "unexpected end") {
			at = len(src.Text)
		}
		r.report(syntax.BadGame, src.Pos(at).Span(), "this is not JSON: "+wrong.Error())
		return nil, r.errs
	}
	r.json = json.NewDecoder(bytes.NewReader(text))
	r.object()
	places := r.game.programs()
	hasRules := slices.ContainsFunc(places[:rulePrograms], func(p **syntax.Source) bool { return *p != nil })
	if !r.errs.Failed() && !hasRules {
		r.report(syntax.BadGame, syntax.Pos{Line: 1, Col: 1}.Span(), "this object has none of the programs of a game",
			syntax.Note{Msg: "a game has at least one of the keys " + strings.Join(keys[:rulePrograms], ", ")})
	}
	for i, p := range places {
		if *p == nil {
			*p = r.program(keys[i], "")
		}
	}
	if r.errs.Failed() {
		return nil, r.errs
	}
	return r.game, r.errs
}

// gameReader reads the JSON object, with the place of each key and value.
type gameReader struct {
	file
	game    *Game
	json    *json.Decoder
	skipped int // bytes before the text of the decoder
	seen    map[string]bool
}

// place returns where the next key or value begins.
func (r *gameReader) place() syntax.Pos {
	at := r.skipped + int(r.json.InputOffset())
	rest := r.source.Text[at:]
	return r.source.Pos(at + len(rest) - len(bytes.TrimLeft(rest, " \t\r\n,:")))
}

// object reads the object.
func (r *gameReader) object() {
	start := r.place()
	if r.token() != json.Delim('{') {
		r.report(syntax.BadGame, start.Span(), "a game is a JSON object with a string for each program")
		return
	}
	for r.json.More() {
		r.member()
	}
}

// token reads a token.
func (r *gameReader) token() json.Token {
	token, err := r.json.Token()
	if err != nil {
		panic(err) // the text is JSON
	}
	return token
}

// member reads a key with its value.
func (r *gameReader) member() {
	start := r.place()
	key := r.token().(string)
	span := syntax.Span{Start: start, End: r.source.Pos(r.skipped + int(r.json.InputOffset()))}
	at := r.place()
	var value any
	if err := r.json.Decode(&value); err != nil {
		panic(err) // the text is JSON
	}
	i := slices.Index(keys, key)
	text, isString := value.(string)
	switch {
	case i < 0:
		e := r.report(syntax.UnknownProgram, span, "a game has no `"+key+"`",
			syntax.Note{Msg: "the programs of a game are " + strings.Join(keys, ", ")})
		e.Warning = true
		return
	case !isString:
		r.report(syntax.BadGame, at.Span(), "`"+key+"` is a string: the text of a program")
		return
	case r.seen[key]:
		r.report(syntax.UnknownProgram, span, "there is another `"+key+"` above, which this one replaces").Warning = true
	}
	r.seen[key] = true
	*r.game.programs()[i] = r.program(key, text)
}

// program returns the source of a program.
func (r *gameReader) program(key, text string) *syntax.Source {
	return &syntax.Source{Name: r.source.Name + " (" + key + ")", Text: []byte(text)}
}
