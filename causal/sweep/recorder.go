package sweep

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// rowRecorder is a recorder that counts, and keeps the parts of the run that the options ask for.
type rowRecorder struct {
	row     *Row
	facts   []Tally
	rules   []*lang.Rule    // rules of the sweep
	last    int             // last is the index of the rule that fired last
	hasher  *hash.Recorder  // hasher is nil unless hashes are asked for
	whole   *trace.Builder  // whole is nil unless the whole trace is needed
	kept    trace.Recorders // kept holds hasher and whole, if not nil
	watcher *watcher        // watcher is nil unless chances are asked for
}

// keep has the rowRecorder keep what it takes for a hash, or all of the run.
func (c *rowRecorder) keep(hashed, whole bool) {
	if hashed {
		c.hasher = new(hash.Recorder)
		c.kept = append(c.kept, c.hasher)
	}
	if whole {
		c.whole = trace.NewBuilder()
		c.kept = append(c.kept, c.whole)
	}
}

// Begin implements [trace.Recorder].
func (c *rowRecorder) Begin(h *trace.Header, terms trace.Terms, initial []trace.Made) error {
	return c.kept.Begin(h, terms, initial)
}

// Step implements [trace.Recorder]. The rules of a header are those of
// [lang.Program.Rules].
func (c *rowRecorder) Step(e *trace.Event) error {
	c.row.Steps++
	c.row.Fired[e.Rule]++
	c.last = e.Rule
	if c.watcher != nil {
		c.watcher.fired(e.Rule)
	}
	return c.kept.Step(e)
}

// final records the state in which the run ended.
func (c *rowRecorder) final(m *exec.Machine) {
	left := m.Resources()
	c.row.Final = stateOf(left)
	i := slices.IndexFunc(left, func(r trace.Resource) bool { return r.Pred == trace.StagePred })
	if i < 0 { // nothing can follow the link
		c.row.Link = c.rules[c.last].Label
	} else {
		c.row.Stage = left[i].Args[0].Head
	}
	for _, t := range c.facts {
		c.row.Facts = append(c.row.Facts, t.count(left))
		c.row.Levels = append(c.row.Levels, t.levels(left))
	}
}

// Forget implements [trace.Recorder].
func (c *rowRecorder) Forget() { c.kept.Forget() }

// End implements [trace.Recorder].
func (c *rowRecorder) End(e *trace.End) error {
	c.row.Why = e.Why
	if e.Why == trace.LimitHit {
		c.row.Limit = e.Message
	} else {
		c.row.Message = e.Message
	}
	if c.watcher != nil && e.Why == trace.Quiescent {
		for rule, s := range c.watcher.spells { // nothing is enabled any more: the rest was lost
			if s.weight > 0 {
				c.watcher.change(rule, 0)
			}
		}
	}
	return c.kept.End(e)
}

// State is a digest of the facts of a state and its stage. States are equal if they
// hold as many of each fact, whatever made them, and short of chance their digests
// say so.
type State [sha256.Size]byte

// String returns the digest in hexadecimal.
func (s State) String() string { return hex.EncodeToString(s[:]) }

// stateOf returns the digest of a state, in which the stage is a resource like any
// other.
func stateOf(alive []trace.Resource) State {
	texts := make([]string, len(alive))
	for i := range alive {
		texts[i] = alive[i].String()
	}
	slices.Sort(texts)
	var all []byte
	for _, text := range texts {
		all = append(binary.AppendUvarint(all, uint64(len(text))), text...)
	}
	return sha256.Sum256(all)
}
