// Package proofs writes and checks certificates of proofs, as flags ask for them.
package proofs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/certify"
	"github.com/ceptre-graph/ceptre/exec/verdict"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Write writes a certificate of a result into a file, and notes the proofs that it does not hold.
func Write(ctx context.Context, s cli.Streams, file string, prog *lang.Program, start *lang.Start,
	r *verdict.Result) error {
	certificate, without := r.Certificate(ctx, prog, start)
	if ctx.Err() != nil {
		return fmt.Errorf("%s: not written: the time or memory for it has run out", file)
	}
	for _, v := range without {
		if v.Outcome == verdict.Open {
			continue
		}
		_, err := fmt.Fprintf(s.Err, "%s: note: the proof of %s is left out, as the checker cannot follow it\n", file,
			visible.Line(v.Statement.Label))
		if err != nil {
			return err
		}
	}
	return s.WriteFile(file, func(w io.Writer) error { return answer.WriteJSON(w, certificate) })
}

// Check checks the certificate in the data of a file for a program and its start, which a function finds, and returns
// what the certificate shows. The error says why it is refused.
func Check(ctx context.Context, prog *lang.Program, file string, data []byte,
	start func(*lang.Program) (*lang.Start, error), limits exec.Limits) (*Accepted, error) {
	var c certify.Certificate
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return nil, fmt.Errorf("%s: it is not a certificate: %s", file, visible.Line(err.Error()))
	}
	if d.More() {
		return nil, fmt.Errorf("%s: it is not a certificate: something stands behind it", file)
	}
	switch err := c.Check(ctx, prog, start, limits); {
	case err != nil && ctx.Err() != nil:
		return nil, fmt.Errorf("%s: not checked: %w", file, errors.Join(context.Cause(ctx)))
	case err != nil:
		return nil, fmt.Errorf("%s: the certificate is refused: %s", file, visible.Line(err.Error()))
	}
	return &Accepted{c}, nil
}

// Accepted is a certificate that the checker accepts, as an answer.
type Accepted struct{ certificate certify.Certificate }

// ways are the ways in which claims are shown, in words.
var ways = map[string]string{"rules": "each rule keeps it", "states": "all states meet it", "run": "a run violates it"}

// Print prints the claims.
func (a *Accepted) Print(b *report.Text) {
	b.Line("The certificate is accepted.")
	for _, c := range a.certificate.Claims {
		b.Line("%-8s  %s: %s", c.Verdict, c.Statement, ways[c.By])
	}
}

// Data returns the claims as data.
func (a *Accepted) Data() any {
	return struct {
		Accepted bool            `json:"accepted"`
		Claims   []certify.Claim `json:"claims"`
	}{true, a.certificate.Claims}
}
