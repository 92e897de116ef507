package explore

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// Processes that share a search exchange frames: a kind, the process to which the frame goes, and the length of the
// data that follow. All numbers are varints. A process is numbered from 1; 0 is the one that leads the search.
type frame struct {
	kind frameKind
	to   int
	data []byte
}

type frameKind byte

// The kinds of frames, in the order in which a level needs them.
const (
	frameHello  frameKind = 1 + iota // to a member: its number and how many there are; back: how many facts it knows
	frameStates                      // from member to member: states that belong to the other
	frameFacts                       // to the leader: new facts; back: all new facts in order, which then have numbers
	frameDone                        // a member has sent all that it can at present
	frameLevel                       // to a member: it has all states of the next level
	frameGo                          // to a member: to expand these
	frameKeys                        // to the leader: the places of new states, sorted; an empty one ends them
	frameRanks                       // to a member: the numbers of these
	frameReport                      // to the leader: what the questions say about the new states
	frameStop                        // to a member: the level comes to nothing
	frameFinish                      // to a member: no more levels; back: transitions, and final states
	frameRead                        // to a member: a state is wanted; back: its parent and its bytes, if it is here
	frameNews                        // to the leader: how far the member is, and its memory
)

const (
	// batchSize is the size of a frame of states, keys or ranks, in bytes.
	batchSize = 1 << 15
	// mostData bounds the data of a frame. A fact or a state has fewer than a few million symbols.
	mostData = 1 << 28
	// waiting is how many frames wait for a member or in one: more than that, and the sender waits.
	waiting = 32
)

var errFrame = errors.New("a message makes no sense")

// writeFrame writes a frame.
func writeFrame(w *bufio.Writer, f frame) error {
	head := binary.AppendUvarint([]byte{byte(f.kind)}, uint64(f.to))
	head = binary.AppendUvarint(head, uint64(len(f.data)))
	_, _ = w.Write(head) // the writer keeps the error
	_, err := w.Write(f.data)
	return err
}

// readFrame reads a frame.
func readFrame(r *bufio.Reader) (f frame, err error) {
	kind, err := r.ReadByte()
	if err != nil {
		return f, err
	}
	to, err := binary.ReadUvarint(r)
	if err != nil {
		return f, err
	}
	length, err := binary.ReadUvarint(r)
	if err != nil {
		return f, err
	}
	if kind > byte(frameNews) || length > mostData {
		return f, errFrame
	}
	f = frame{frameKind(kind), int(to), make([]byte, length)}
	_, err = io.ReadFull(r, f.data)
	return f, err
}

// appendNumbers appends numbers that are not negative.
func appendNumbers(to []byte, ns ...int) []byte {
	for _, n := range ns {
		to = binary.AppendUvarint(to, uint64(n))
	}
	return to
}

// decoder reads the data of a frame. After an error it reads zeros.
type decoder struct {
	data []byte
	err  error
}

func (d *decoder) more() bool { return len(d.data) > 0 && d.err == nil }

func (d *decoder) number() int {
	x, n := binary.Uvarint(d.data)
	if n <= 0 || int(x) < 0 {
		d.data, d.err = nil, errFrame
		return 0
	}
	d.data = d.data[n:]
	return int(x)
}

func (d *decoder) bytes() []byte {
	n := d.number()
	if n > len(d.data) {
		d.data, d.err = nil, errFrame
		return nil
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b
}

// appendFact appends a fact without numbers that only one process knows: its predicate and constructors in the order
// of the program.
func (n *Names) appendFact(to []byte, f Fact) []byte {
	fact := n.Fact(f)
	to = binary.AppendUvarint(to, uint64(n.index[fact.Pred]))
	for _, v := range fact.Args {
		to = appendValue(to, v)
	}
	return to
}

func appendValue(to []byte, v lang.Value) []byte {
	text := v.Text
	switch {
	case v.Of != nil:
		text = v.Num.String()
	case v.Con != nil:
		to = binary.AppendUvarint(to, uint64(1+slices.Index(v.Con.Result.Constructors, v.Con)))
		for _, a := range v.Args {
			to = appendValue(to, a)
		}
		return to
	}
	to = append(to, 0)
	to = binary.AppendUvarint(to, uint64(len(text)))
	return append(to, text...)
}

// fact reads a fact.
func (d *decoder) fact(n *Names) lang.Fact {
	i := d.number()
	if i >= len(n.preds) {
		d.data, d.err = nil, errFrame
		return lang.Fact{Pred: n.preds[0]}
	}
	f := lang.Fact{Pred: n.preds[i]}
	for _, of := range f.Pred.Args {
		f.Args = append(f.Args, d.value(of))
	}
	return f
}

func (d *decoder) value(of *lang.Type) lang.Value {
	number := d.number()
	if number == 0 {
		text := string(d.bytes())
		if of.Counts() {
			if text == "" || strings.Trim(text, "0123456789") != "" {
				d.data, d.err = nil, errFrame
				return lang.Value{}
			}
			return lang.NumberValue(of, lang.ParseNat(text))
		}
		return lang.Value{Text: text}
	}
	if number > len(of.Constructors) {
		d.data, d.err = nil, errFrame
		return lang.Value{}
	}
	c := of.Constructors[number-1]
	args := make([]lang.Value, len(c.Args))
	for i, a := range c.Args {
		args[i] = d.value(a)
	}
	return lang.NewValue(c, args)
}

// forget takes the numbers of the facts from one on back, which were the last to get them.
func (n *Names) forget(from int) {
	for f := len(n.facts) - 1; f >= from; f-- {
		pred := n.facts[f].pred
		mask := uint64(len(n.slots) - 1)
		at := hash(pred, n.argsOf(Fact(f))[:len(n.preds[pred].Args)]) & mask
		for n.slots[at] != uint32(f)+1 {
			at = (at + 1) & mask
		}
		n.slots[at] = 0 // no fact was put farther because of it: those were taken back before
		n.args = n.args[:n.facts[f].args]
		n.facts = n.facts[:f]
	}
}
