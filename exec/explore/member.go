package explore

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"hash/crc32"
	"io"
	"slices"
	"sync/atomic"

	"github.com/ceptre-graph/ceptre/lang"
)

// member is one of several processes that share a search. A state belongs to the member that the hash of its bytes
// names. Of these, the member keeps the bytes, and finds the transitions.
//
// The members search level by level. In each they expand their states in the order of numbers, and send the
// successors to the members that these belong to, with their places: the number of the state before and which of its
// transitions leads there. The least place of a new state is where a search in one process finds it. So the leader
// gives the new states their numbers by merging the sorted places of all members. Facts get numbers in the same way. A
// state that leads to a fact which had no number before the level is expanded again once the leader has told the
// numbers of new facts to all; only then its successors with new facts are sent. Thus members agree on the bytes of
// each state.
type member struct {
	*engine
	self, all int // which member this is, from 1, of how many
	expand    *expander
	store     *store
	view      *View
	asks      []Question // nil for those that a state met
	taken     func() int // bytes of memory of the process; nil if it is not known

	numbers  []State  // by place in the store
	byNumber []uint32 // places in the store, in the order of numbers
	level    int      // the first of byNumber in the level that is expanded
	base     int      // the first state in the store that this level has found
	turns    []uint32 // of each state from base on: which transition of its parent leads to it
	order    []uint32 // of the states that are to be expanded next: the same
	counts   []uint32 // transitions of the states of the level, as far as they are expanded
	before   int      // transitions of all levels before
	final    []State

	known   int         // facts that all members know
	late    []int       // places in byNumber of states that lead to new facts
	fresh   []State     // from which the new facts were made
	from    State       // the state that is expanded
	turn    uint32      // how many transitions it had so far
	again   bool        // it is expanded for the second time
	oldest  Fact        // then: the first fact that was new
	packs   []pack      // states to be sent, by member
	buffer  []byte      // of states from the file
	ranked  int         // how many of byNumber have their numbers
	counted int         // the first of byNumber to which counts belong
	skipped bool        // the state that is expanded leads to a new fact
	stopped atomic.Bool // the leader wants the member to stop
	in      <-chan frame
	out     chan<- frame
	gone    <-chan struct{} // closed when nothing can be sent any more
}

// pack is states for another member: each with the difference of its parent from the one before, the place among the
// transitions of that, and its bytes.
type pack struct {
	data []byte
	last State
}

// errGone ends a member when the leader has gone.
var errGone = errors.New("the search has lost its leader")

// errStopped leaves a level that comes to nothing.
var errStopped = errors.New("the level is stopped")

// Serve takes part in a search as a member, see [Lead]: it reads from the leader and writes to it, and returns when the
// leader has closed its end. The program and options have to be those of the leader; Memory is the part of the
// member.
func Serve(prog *lang.Program, start *lang.Start, o Options, from io.Reader, to io.Writer) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	e, first := compile(prog, start, o.Limits)
	in, out, gone := make(chan frame, waiting), make(chan frame, waiting), make(chan struct{})
	over := make(chan struct{})
	defer close(over)
	m := &member{engine: e, store: newStore(o.Memory), view: newView(e), asks: o.questions(e), taken: o.Taken,
		known: e.names.Len(), in: in, out: out, gone: gone}
	defer m.store.close()
	m.expand = newExpander(ctx, e, m.fire)
	go func() {
		defer close(in)
		for r := bufio.NewReaderSize(from, batchSize); ; {
			f, err := readFrame(r)
			if err != nil {
				cancel() // so that the member notices
				return
			}
			if f.kind == frameStop {
				m.stopped.Store(true)
				cancel()
			}
			select {
			case in <- f:
			case <-over:
				return
			}
		}
	}()
	written := make(chan struct{})
	go func() {
		defer close(written)
		defer close(gone)
		w := bufio.NewWriterSize(to, batchSize)
		for f := range out {
			err := writeFrame(w, f)
			if err == nil && len(out) == 0 {
				err = w.Flush()
			}
			if err != nil {
				return
			}
		}
	}()
	err := m.run(first)
	close(out)
	<-written
	if err == errGone {
		return nil
	}
	return err
}

// run searches until the leader has gone.
func (m *member) run(first *View) (err error) {
	defer func() {
		if r := recover(); r != nil {
			read, ok := r.(readError)
			if !ok {
				panic(r)
			}
			err = read.error
		}
	}()
	hello, err := m.next(frameHello)
	if err != nil {
		return err
	}
	d := decoder{data: hello.data}
	m.self, m.all = d.number(), d.number()
	m.packs = make([]pack, m.all+1)
	if err := m.send(frame{frameHello, 0, appendNumbers(nil, m.known)}); err != nil {
		return err
	}
	m.beginLevel()
	if state := appendState(nil, first.stage, len(m.fixed), first.held); m.owner(state) == m.self {
		m.own(state, 0, 0)
	}
	_, err = m.next(frameGo)
	for err == nil {
		if err = m.endLevel(); err == nil {
			err = m.expandLevel()
		}
	}
	if err != errStopped {
		return err
	}
	return m.answer()
}

// next returns the next frame of a kind. States that come before it are entered. A frame that stops the level, or ends
// the search, is an error.
func (m *member) next(kind frameKind) (frame, error) {
	for f := range m.in {
		switch f.kind {
		case kind:
			return f, nil
		case frameStates:
			if err := m.enter(f.data); err != nil {
				return f, err
			}
		case frameStop:
			return f, errStopped
		default:
			return f, errFrame
		}
	}
	return frame{}, errGone
}

// send sends a frame. As long as there is no room for it, states that come are entered: so members that wait for
// each other go on.
func (m *member) send(f frame) error {
	for {
		select {
		case m.out <- f:
			return nil
		case <-m.gone:
			return errGone
		case came, ok := <-m.in:
			if err := m.meanwhile(came, ok); err != nil {
				return err
			}
		}
	}
}

// meanwhile takes a frame that comes while a level is expanded.
func (m *member) meanwhile(f frame, ok bool) error {
	switch {
	case !ok:
		return errGone
	case f.kind == frameStates:
		return m.enter(f.data)
	case f.kind == frameRanks:
		return m.rank(f.data)
	case f.kind == frameStop:
		return errStopped
	}
	return errFrame
}

// look takes the frames that have come.
func (m *member) look() error {
	for {
		select {
		case f, ok := <-m.in:
			if err := m.meanwhile(f, ok); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// enter enters states that other members have found.
func (m *member) enter(data []byte) error {
	d, parent := decoder{data: data}, 0
	for d.more() {
		parent += d.number()
		turn := d.number()
		m.own(d.bytes(), State(parent), uint32(turn))
	}
	return d.err
}

// own enters a state of this member, which may be known.
func (m *member) own(state []byte, parent State, turn uint32) {
	hash := m.store.hash(state)
	n, known := m.store.find(hash, state, &m.buffer)
	if !known {
		m.store.add(hash, state, parent)
		m.numbers, m.turns = append(m.numbers, unknown), append(m.turns, turn)
		return
	}
	if int(n) < m.base {
		return
	}
	old, at := m.store.parent(n), int(n)-m.base
	if parent < old || parent == old && turn < m.turns[at] {
		m.store.setParent(n, parent)
		m.turns[at] = turn
	}
}

// pass enters a state, or puts it into the pack of the member to which it belongs.
func (m *member) pass(state []byte, turn uint32) error {
	owner := m.owner(state)
	if owner == m.self {
		m.own(state, m.from, turn)
		return nil
	}
	p := &m.packs[owner]
	p.data = appendNumbers(p.data, int(m.from-p.last), int(turn), len(state))
	p.data, p.last = append(p.data, state...), m.from
	if len(p.data) < batchSize {
		return nil
	}
	return m.flush(owner)
}

// owner returns the member to which a state belongs.
func (m *member) owner(state []byte) int { return 1 + int(crc32.Checksum(state, castagnoli))%m.all }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// flush sends the states for a member.
func (m *member) flush(to int) error {
	p := m.packs[to]
	m.packs[to] = pack{}
	if len(p.data) == 0 {
		return nil
	}
	return m.send(frame{frameStates, to, p.data})
}

// done sends what is left, and says so.
func (m *member) done(data []byte) error {
	for to := range m.packs {
		if err := m.flush(to); err != nil {
			return err
		}
	}
	return m.send(frame{frameDone, 0, data})
}

// fire takes a transition of the state that is expanded.
func (m *member) fire() error {
	turn := m.turn
	m.turn++
	newest, changes := Fact(0), m.expand.changes
	if n := len(changes); n > 0 {
		newest = changes[n-1].fact
	}
	switch {
	case m.again && newest < m.oldest:
		return nil
	case !m.again && newest >= Fact(m.known):
		m.skipped = true
		return nil
	}
	return m.pass(m.expand.successor(m.expand.rule.to, changes), turn)
}

// beginLevel begins to find the states of a level.
func (m *member) beginLevel() {
	m.base, m.turns = len(m.numbers), m.turns[:0]
}

// memory returns how many bytes the process takes, 0 if it does not know.
func (m *member) memory() int {
	if m.taken == nil {
		return 0
	}
	return m.taken()
}

// newsEvery is how many states a member expands between two pieces of news.
const newsEvery = 1 << 12

// expandLevel expands the states of a level, until all members know all states of the next.
func (m *member) expandLevel() error {
	for _, n := range m.counts {
		m.before += int(n)
	}
	m.counted = m.level
	m.counts, m.late, m.fresh = m.counts[:0], m.late[:0], m.fresh[:0]
	var wrong []byte // where an error ends the search
	for at := m.level; at < len(m.byNumber) && wrong == nil; at++ {
		if at%newsEvery == 0 {
			if err := m.send(frame{frameNews, 0, appendNumbers(nil, len(m.numbers), at, m.memory())}); err != nil {
				return err
			}
		}
		if err := m.look(); err != nil {
			return err
		}
		failure, err := m.expandOne(at)
		switch {
		case err != nil:
			return err
		case failure != nil:
			wrong = append(appendNumbers(nil, int(m.from), int(m.turn)), failure.Error()...)
		case m.turn == 0:
			m.final = append(m.final, m.from)
		}
		m.counts = append(m.counts, m.turn)
	}
	if err := m.tellFacts(); err != nil {
		return err
	}
	if err := m.done(wrong); err != nil {
		return err
	}
	if err := m.learn(); err != nil {
		return err
	}
	m.again = true
	for _, at := range m.late {
		if _, err := m.expandOne(at); err != nil {
			return err
		}
	}
	m.again = false
	if err := m.done(nil); err != nil {
		return err
	}
	_, err := m.next(frameLevel)
	return err
}

// expandOne expands a state. Failure is an error of the program there; err is one that ends the work.
func (m *member) expandOne(at int) (failure, err error) {
	local := m.byNumber[at]
	m.from, m.turn, m.skipped = m.numbers[local], 0, false
	facts := m.names.Len()
	m.expand.load(m.store.read(State(local), &m.buffer))
	err = m.expand.expand()
	switch {
	case err == nil:
	case m.stopped.Load():
		return nil, errStopped
	case err == errGone || err == errStopped || errors.Is(err, errFrame):
		return nil, err
	case m.expand.done.Err() != nil:
		return nil, errGone
	default:
		failure = err
	}
	for range m.names.Len() - facts {
		m.fresh = append(m.fresh, m.from)
	}
	if m.skipped {
		m.late = append(m.late, at)
	}
	return failure, nil
}

// tellFacts tells the leader which facts are new, and from which state each was made first.
func (m *member) tellFacts() error {
	var data []byte
	last := State(0)
	for i, from := range m.fresh {
		data = appendNumbers(data, int(from-last))
		data = m.names.appendFact(data, Fact(m.known+i))
		if last = from; len(data) >= batchSize {
			if err := m.send(frame{frameFacts, 0, data}); err != nil {
				return err
			}
			data, last = nil, 0
		}
	}
	if data == nil {
		return nil
	}
	return m.send(frame{frameFacts, 0, data})
}

// learn gives the new facts the numbers that the leader tells. The last frame is empty.
func (m *member) learn() error {
	for first := true; ; first = false {
		f, err := m.next(frameFacts)
		if err != nil {
			return err
		}
		if first {
			m.oldest = Fact(m.known)
			m.names.forget(m.known)
		}
		if len(f.data) == 0 {
			m.known = m.names.Len()
			return nil
		}
		d := decoder{data: f.data}
		for d.more() {
			m.names.Number(d.fact(m.names))
		}
		if d.err != nil {
			return d.err
		}
	}
}

// endLevel puts the new states into the order of their places, and takes their numbers from the leader.
func (m *member) endLevel() error {
	m.level = len(m.byNumber)
	for local := m.base; local < len(m.numbers); local++ {
		m.byNumber = append(m.byNumber, uint32(local))
	}
	place := func(local uint32) (State, uint32) { return m.store.parent(State(local)), m.turns[int(local)-m.base] }
	slices.SortFunc(m.byNumber[m.level:], func(a, b uint32) int {
		p, i := place(a)
		q, j := place(b)
		return cmp.Or(cmp.Compare(p, q), cmp.Compare(i, j))
	})
	var data []byte
	last := State(0)
	m.order = m.order[:0]
	for _, local := range m.byNumber[m.level:] {
		parent, turn := place(local)
		m.order = append(m.order, turn)
		data = appendNumbers(data, int(parent-last), int(turn))
		if last = parent; len(data) >= batchSize {
			if err := m.send(frame{frameKeys, 0, data}); err != nil {
				return err
			}
			data, last = nil, 0
		}
	}
	if data != nil {
		if err := m.send(frame{frameKeys, 0, data}); err != nil {
			return err
		}
	}
	if err := m.send(frame{frameKeys, 0, nil}); err != nil {
		return err
	}
	for m.ranked < len(m.byNumber) {
		f, err := m.next(frameRanks)
		if err == nil {
			err = m.rank(f.data)
		}
		if err != nil {
			return err
		}
	}
	if err := m.report(); err != nil {
		return err
	}
	_, err := m.next(frameGo)
	return err
}

// rank takes the numbers of the next new states.
func (m *member) rank(data []byte) error {
	d, last := decoder{data: data}, 0
	for d.more() {
		if m.ranked == len(m.byNumber) {
			return errFrame
		}
		last += d.number()
		m.numbers[m.byNumber[m.ranked]] = State(last)
		m.ranked++
	}
	return d.err
}

// report tells the leader which questions the new states meet first, each with its number, the state, and the place of
// that; or 0 and a question that failed, which ends the search.
func (m *member) report() error {
	var data []byte
	left := 0
	for _, q := range m.asks {
		if q != nil {
			left++
		}
	}
	for at := m.level; at < len(m.byNumber) && left > 0; at++ {
		local := State(m.byNumber[at])
		m.view.load(m.store.read(local, &m.buffer))
		for i, q := range m.asks {
			if q == nil {
				continue
			}
			met, err := q.Meets(m.view)
			if err == nil && !met {
				continue
			}
			kind := 1
			if m.asks[i] = nil; err != nil {
				kind, left = 0, 1
			}
			left--
			data = appendNumbers(data, kind, i, int(m.numbers[local]), int(m.store.parent(local)), int(m.order[at-m.level]))
		}
	}
	m.beginLevel() // others may begin as soon as the leader has this
	return m.send(frame{frameReport, 0, data})
}

// answer answers what the leader asks at the end of the search.
func (m *member) answer() error {
	for f := range m.in {
		d := decoder{data: f.data}
		switch f.kind {
		case frameFinish:
			if err := m.finish(State(d.number())); err != nil {
				return err
			}
		case frameRead:
			if err := m.tell(frame{frameRead, 0, m.show(State(d.number()))}); err != nil {
				return err
			}
		}
	}
	return errGone
}

// tell sends a frame when no more states come.
func (m *member) tell(f frame) error {
	select {
	case m.out <- f:
		return nil
	case <-m.gone:
		return errGone
	}
}

// finish tells the leader how many transitions the states before one have, and which of them have none. The first
// number of each frame says whether there are more.
func (m *member) finish(end State) error {
	transitions := m.before
	for i, n := range m.counts {
		if m.numbers[m.byNumber[m.counted+i]] < end {
			transitions += int(n)
		}
	}
	data, last := appendNumbers(nil, 0, transitions, m.store.spilled<<segmentBits), State(0)
	for _, s := range m.final {
		if s >= end {
			break
		}
		if data, last = appendNumbers(data, int(s-last)), s; len(data) >= batchSize {
			data[0] = 1
			if err := m.tell(frame{frameFinish, 0, data}); err != nil {
				return err
			}
			data, last = []byte{0}, 0
		}
	}
	return m.tell(frame{frameFinish, 0, data})
}

// show returns the parent of a state and its bytes; nothing if it is another member's.
func (m *member) show(n State) []byte {
	at, ok := slices.BinarySearchFunc(m.byNumber[:m.ranked], n, func(local uint32, n State) int {
		return cmp.Compare(m.numbers[local], n)
	})
	if !ok {
		return nil
	}
	local := State(m.byNumber[at])
	return append(appendNumbers(nil, int(m.store.parent(local))), m.store.read(local, &m.buffer)...)
}
