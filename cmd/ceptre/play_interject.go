package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// While the program waits for a line, a command goes behind a slash. The question is given
// up, and asked again after the command, unless that leads elsewhere.

// interjection is a command that came where the program waits for a line.
type interjection struct{ words string }

// Error says where the command belongs.
func (i *interjection) Error() string { return "/" + i.words + " is no answer" }

// interjected returns the command that came where a line was waited for, nil for none.
func interjected(err error) *interjection {
	i, _ := errors.AsType[*interjection](err)
	return i
}

// slash is what commands stand behind; two of them begin a line with one.
const slash = "/"

// unslashed returns an answer, or the command that was said instead of one as an error.
func unslashed(text string) (string, error) {
	words, is := strings.CutPrefix(text, slash)
	switch {
	case !is, strings.HasPrefix(words, slash):
		return words, nil
	}
	return "", &interjection{strings.TrimSpace(words)}
}

// asks reports whether the program may ask for lines.
func (p *plain) asks() bool {
	return slices.ContainsFunc(p.prog.Preds, func(of *lang.Pred) bool { return of.Kind == lang.Sense && of.Handler != "" })
}

// interject carries out a command that was said instead of an answer.
func (p *plain) interject(ctx context.Context, words string) error {
	p.shown = false
	err := p.look(ctx, func(ctx context.Context) error { return p.doAsked(ctx, words) })
	if interjected(err) != nil || p.shown || errors.Is(err, errQuit) || ctx.Err() != nil {
		return err
	}
	p.report(err)
	return p.look(ctx, func(ctx context.Context) error {
		return p.act(ctx, func() error { return p.Act(func() error { return p.Proceed(ctx) }) })
	})
}

// doAsked carries out a command while the program waits for an answer.
func (p *plain) doAsked(ctx context.Context, words string) error {
	c, args := commandOf(words)
	switch {
	case c == nil:
		return fmt.Errorf("%q is no command; //%s says /%s to the program", words, words, words)
	case c.asked == waits:
		return fmt.Errorf("`%s` has to wait until you have answered", c.name)
	}
	p.mute = c.asked == stays
	defer func() { p.mute = false }()
	return c.run(p, ctx, args)
}
