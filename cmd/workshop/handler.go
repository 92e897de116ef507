// Package workshop answers the requests of the page on which programs are built. The page keeps the text and
// its history; each request carries the whole text, so that the handler remembers nothing of editing but the
// last analysis. Package game answers the requests about a play of the program.
package workshop

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Handler answers the requests of one page. The zero value is ready; its fields are set before the first
// request. It is not safe for concurrent use.
type Handler struct {
	// Play answers all requests about a play; nil for a handler of its own with the defaults.
	Play *game.Handler
	// Disk has the file of the program; nil where there is none.
	Disk Disk

	last    *sheet // the last text that was analysed
	palette palette
	packer  packer
	request context.Context // of the request that is answered
}

// MostText is how large a program may be, in bytes. The time of each answer grows with the program, and no
// answer looks at the clock.
const MostText = 1 << 20

// defaultName is how messages call a program without a name.
const defaultName = "world.cep"

// Handle answers a request, both in JSON. It never fails in another way than by a reply with an `error`. What a
// request may say, by its `do`:
//
//	outline   text: the program as cards (package outline), its messages and its colours
//	edit      text, edit: the text after a change (package edit), with its outline; or what to ask first
//	options   text, at, side: the terms or predicates that fit a place, or the kinds of a predicate
//	complete  text, offset: completions
//	hover     text, offset: a description of the name there
//	renameAt  text, offset, name: the text after all mentions of the name there have become another
//	format    text: the text laid out
//	import    data, name: a file of the older web editor, or a program, as a text
//	export    text: the program as that editor reads it, or the reasons why it cannot
//	gallery   programs to begin with
//	task      text, task, number: whether the program does what a task of the tour asks for (package lesson)
//	file      the file of the program, as it is now
//	write     text, version: the new version, or the text that another editor has written since this version
//
// All offsets are in units of UTF-16. Colours are pairs of a length and a class ([grammar.Token.Class]). Other
// requests are those of [game.Handler.Handle].
//
// [grammar.Token.Class]: https://pkg.go.dev/github.com/ceptre-graph/ceptre/lang/grammar#Token.Class
func (h *Handler) Handle(ctx context.Context, data []byte) (out []byte) {
	defer func() {
		if fault := recover(); fault != nil {
			h.last = nil
			out = game.Refuse(fmt.Errorf("internal error: %v", fault), false)
		}
	}()
	var asked struct {
		Do string `json:"do"`
	}
	if len(data) > mostRequest || json.Unmarshal(data, &asked) != nil {
		return h.play().Handle(ctx, data) // which refuses it with a reason
	}
	answer, ours := verbs[asked.Do]
	if !ours {
		return h.play().Handle(ctx, data)
	}
	h.request = ctx
	a, err := h.answer(data, answer)
	if err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return game.Refuse(sentence(err), false)
	}
	if packed, ok := a.(json.RawMessage); ok {
		return packed
	}
	return encode(a)
}

var lowerWord = regexp.MustCompile(`^[a-z]+$`)

// sentence returns an error as a sentence. Lists of messages about a program stay as they are.
func sentence(err error) error {
	text := err.Error()
	if _, list := errors.AsType[syntax.ErrorList](err); list || text == "" {
		return err
	}
	if word, _, _ := strings.Cut(text, " "); lowerWord.MatchString(word) { // and no name of a file
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	if !strings.ContainsAny(text[len(text)-1:], ".!?") {
		text += "."
	}
	return errors.New(text)
}

func (h *Handler) play() *game.Handler {
	if h.Play == nil {
		h.Play = new(game.Handler)
	}
	return h.Play
}

// answer reads a request and answers it.
func (h *Handler) answer(data []byte, answer verb) (any, error) {
	var r request
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("the request is not understood: %w", err)
	}
	if len(r.Text) > MostText {
		return nil, tooLarge()
	}
	a, err := answer(h, &r)
	if c, ok := a.(*changed); ok && err == nil && r.Seen != nil {
		text := r.Text
		if c.Text != nil {
			text = *c.Text
		}
		return h.packer.pack(c, text, *r.Seen), nil
	}
	return a, err
}

// verb answers a kind of request.
type verb func(*Handler, *request) (any, error)

// verbs are the requests about texts.
var verbs = map[string]verb{
	"outline":  (*Handler).outline,
	"edit":     (*Handler).edit,
	"options":  (*Handler).options,
	"complete": (*Handler).complete,
	"hover":    (*Handler).hover,
	"renameAt": (*Handler).renameAt,
	"format":   (*Handler).format,
	"import":   (*Handler).importFile,
	"export":   (*Handler).export,
	"gallery":  (*Handler).gallery,
	"task":     (*Handler).task,
	"file":     (*Handler).file,
	"write":    (*Handler).write,
	"merge":    (*Handler).merge,
}

// encode writes a reply. `<` and `>` stay as they are: pages never take texts as markup.
func encode(a any) []byte {
	var out bytes.Buffer
	to := json.NewEncoder(&out)
	to.SetEscapeHTML(false)
	if err := to.Encode(a); err != nil {
		return game.Refuse(fmt.Errorf("the reply cannot be written: %w", err), false)
	}
	return out.Bytes()
}
