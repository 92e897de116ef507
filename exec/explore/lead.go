package explore

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/ceptre-graph/ceptre/lang"
)

// Link joins the process that leads a search with one that takes part by [Serve].
type Link struct {
	In  io.Reader
	Out io.WriteCloser
	// End ends the other process, if it has not ended yet, and returns how it ended.
	End func() error
}

// leader leads the search of several processes. It keeps no states: it numbers them, and reads them from the members.
type leader struct {
	Options
	*Space
	asks    []Question // those of the options
	members []*remote
	events  chan event
	halt    <-chan struct{} // closed when the levels are to end
	over    bool            // they have ended
	closed  chan struct{}   // closed when a member is lost, or the space is closed
	ending  chan struct{}   // closed when keys do not matter any more
	once    sync.Once
	lost    error // of the member that is lost

	first, count int       // the first state that is not expanded, and the number of states
	failure      *stopping // an error of the program in the level
	cached       State     // the state that was read last
	shown        []byte
	above        State // its parent
	moved        int   // bytes in files
}

// remote is a member, as the leader sees it.
type remote struct {
	Link
	queue                 chan frame
	keys                  chan []byte
	found, looked, memory int
}

// event is a frame from a member.
type event struct {
	from int // from 0 on
	frame
}

// stopping is a place where the search ends: before or after a transition of a state.
type stopping struct {
	why    Why
	parent State
	turn   int   // how many transitions of the parent count
	states int   // that were found until then
	at     State // in which something went wrong, or was found
	ask    int   // the question that failed; -1 for none
	text   string
}

// Lead searches as [Search] does, by several processes, each of which keeps a part of the states. They have to
// [Serve] the same search. The space is that of a search by one process, number by number; but if the context or
// Options.Most ends the search, it holds whole levels. Statements, transitions, reductions and symmetries are for
// [Search] alone. The space reads states from the members: close it to end them. If one of them is lost, the error
// says which, and there is no space.
func Lead(ctx context.Context, prog *lang.Program, start *lang.Start, o Options, links []Link) (*Space, error) {
	e, _ := compile(prog, start, o.Limits)
	l := &leader{Options: o, asks: o.questions(e), events: make(chan event, waiting), halt: ctx.Done(),
		closed: make(chan struct{}), ending: make(chan struct{}), cached: unknown}
	l.Space = &Space{engine: e, start: start, store: l, levels: []State{0}, Met: make(map[int]State)}
	l.Deaf = slices.ContainsFunc(e.rules, func(r *rule) bool { return r.never })
	for _, link := range links {
		l.members = append(l.members, &remote{Link: link, queue: make(chan frame, waiting),
			keys: make(chan []byte, waiting)})
	}
	for i, m := range l.members {
		go l.listen(i, m)
		go l.talk(m)
	}
	end, err := l.run(ctx)
	if err == nil {
		err = l.finish(end)
	}
	if err != nil {
		_ = l.close()
		return nil, err
	}
	return l.Space, l.explain(ctx, end)
}

// questions returns what is asked of states.
func (o *Options) questions(e *engine) []Question {
	asks := slices.Clone(o.Each)
	if o.Until != nil {
		asks = append(asks, newGoalQuestion(e, o.Until))
	}
	return asks
}

// listen takes the frames of a member, and hands on those for others.
func (l *leader) listen(i int, m *remote) {
	for r := bufio.NewReaderSize(m.In, batchSize); ; {
		f, err := readFrame(r)
		if err == nil && (f.to < 0 || f.to > len(l.members)) {
			err = errFrame
		}
		switch {
		case err != nil:
			l.lose(i, err)
			return
		case f.to > 0:
			l.push(l.members[f.to-1], f)
		case f.kind == frameKeys:
			select {
			case m.keys <- f.data:
			case <-l.ending:
			case <-l.closed:
			}
		default:
			select {
			case l.events <- event{i, f}:
			case <-l.closed:
			}
		}
	}
}

// talk writes the frames for a member. If that fails, reading from the member tells why.
func (l *leader) talk(m *remote) {
	defer m.Out.Close()
	w := bufio.NewWriterSize(m.Out, batchSize)
	broken := false
	for {
		select {
		case f := <-m.queue:
			err := writeFrame(w, f)
			if err == nil && len(m.queue) == 0 {
				err = w.Flush()
			}
			if err != nil && !broken {
				broken = true
				m.Out.Close()
			}
		case <-l.closed:
			return
		}
	}
}

// push queues a frame for a member.
func (l *leader) push(m *remote, f frame) {
	select {
	case m.queue <- f:
	case <-l.closed:
	}
}

// tell queues a frame for all members.
func (l *leader) tell(kind frameKind, data []byte) {
	for _, m := range l.members {
		l.push(m, frame{kind, 0, data})
	}
}

// lose ends the search because a member is lost.
func (l *leader) lose(i int, err error) {
	l.once.Do(func() {
		how := l.members[i].End()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("it ended early")
		}
		if how != nil {
			err = fmt.Errorf("%w: %w", err, how)
		}
		l.lost = fmt.Errorf("worker %d of %d: %w", i+1, len(l.members), err)
		close(l.closed)
	})
}

// close ends the members.
func (l *leader) close() error {
	l.once.Do(func() {
		l.lost = errors.New("the states are closed")
		close(l.closed)
	})
	for _, m := range l.members {
		_ = m.End() // its states do not matter any more
	}
	return nil
}

// errHalt ends the levels because the context, or the memory, does.
var errHalt = errors.New("the search is to end")

// collect takes events until each member has sent its last one.
func (l *leader) collect(kind frameKind, take func(from int, f frame) (last bool, err error)) error {
	for left := len(l.members); left > 0; {
		select {
		case e := <-l.events:
			if e.kind == frameNews {
				if err := l.news(e); err != nil {
					return err
				}
				continue
			}
			if e.kind != kind && e.kind != frameFacts {
				if l.over {
					continue // of a level that came to nothing
				}
				return errFrame
			}
			last, err := take(e.from, e.frame)
			if err != nil {
				return err
			}
			if last {
				left--
			}
		case <-l.closed:
			return l.lost
		case <-l.halt:
			return errHalt
		}
	}
	return nil
}

// news takes note of how far a member is.
func (l *leader) news(e event) error {
	d, m := decoder{data: e.data}, l.members[e.from]
	m.found, m.looked, m.memory = d.number(), d.number(), d.number()
	if l.over {
		return d.err
	}
	found, looked, memory := 0, 0, 0
	for _, m := range l.members {
		found, looked, memory = found+m.found, looked+m.looked, memory+m.memory
	}
	if l.Progress != nil {
		l.Progress(found, looked)
	}
	if l.Taken != nil && l.Most > 0 && memory+l.Taken() > l.Most {
		l.Ended = OutOfMemory
		return errHalt
	}
	return d.err
}

// run leads through the levels, and returns where the search ends.
func (l *leader) run(ctx context.Context) (end *stopping, err error) {
	for i, m := range l.members {
		l.push(m, frame{frameHello, 0, appendNumbers(nil, i+1, len(l.members))})
	}
	err = l.collect(frameHello, func(_ int, f frame) (bool, error) {
		d := decoder{data: f.data}
		if d.number() != l.names.Len() {
			return true, errFrame
		}
		return true, d.err
	})
	if err == nil {
		l.tell(frameGo, nil)
	}
	for err == nil && end == nil {
		if end, err = l.number(); err == nil && end == nil {
			l.tell(frameGo, nil)
			err = l.level()
		}
	}
	if err != errHalt {
		return end, err
	}
	if l.Ended == Complete {
		l.Ended = ended(ctx)
	}
	return &stopping{why: l.Ended, parent: State(l.first), states: l.count}, nil
}

// found is a new fact, with the state from which it was first made.
type found struct {
	from State
	fact lang.Fact
}

// level leads through a level, until each state that it finds is with its member.
func (l *leader) level() error {
	l.failure = nil
	facts := make([][]found, len(l.members))
	last := make([]State, len(l.members))
	err := l.collect(frameDone, func(from int, f frame) (bool, error) {
		d := decoder{data: f.data}
		if f.kind == frameFacts {
			for last[from] = 0; d.more(); {
				last[from] += State(d.number())
				facts[from] = append(facts[from], found{last[from], d.fact(l.names)})
			}
			return false, d.err
		}
		if len(f.data) > 0 {
			l.fail(&d)
		}
		return true, d.err
	})
	if err != nil {
		return err
	}
	l.learn(facts)
	if err := l.collect(frameDone, func(int, frame) (bool, error) { return true, nil }); err != nil {
		return err
	}
	l.tell(frameLevel, nil)
	return nil
}

// fail notes an error of the program, if none comes before it.
func (l *leader) fail(d *decoder) {
	s := &stopping{why: Failed, parent: State(d.number()), turn: d.number(), ask: -1, text: string(d.data)}
	if s.at = s.parent; l.failure == nil || s.parent < l.failure.parent {
		l.failure = s
	}
}

// learn gives new facts numbers in the order in which one process would, and tells them to all.
func (l *leader) learn(facts [][]found) {
	var data []byte
	for {
		next := -1
		for i, list := range facts {
			if len(list) > 0 && (next < 0 || list[0].from < facts[next][0].from) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		known := l.names.Len()
		f := l.names.Number(facts[next][0].fact)
		if facts[next] = facts[next][1:]; l.names.Len() > known {
			data = l.names.appendFact(data, f)
		}
		if len(data) >= batchSize {
			l.tell(frameFacts, data)
			data = nil
		}
	}
	if len(data) > 0 {
		l.tell(frameFacts, data)
	}
	l.tell(frameFacts, nil)
}

// cursor goes through the sorted places of the new states of a member.
type cursor struct {
	decoder
	parent, turn int
	ranks        []byte
	last         int // the number that was given last
}

// next goes to the next place, and reports whether there is one.
func (l *leader) next(i int, c *cursor) (bool, error) {
	for !c.more() {
		select {
		case data := <-l.members[i].keys:
			if len(data) == 0 {
				return false, nil
			}
			c.data, c.parent = data, 0
		case <-l.closed:
			return false, l.lost
		case <-l.halt:
			return false, errHalt
		}
	}
	c.parent += c.number()
	c.turn = c.number()
	return true, c.err
}

// number gives the new states their numbers, and returns where the search ends, if it does.
func (l *leader) number() (end *stopping, err error) {
	n := l.count
	full := (*stopping)(nil)
	if l.failure != nil {
		l.failure.states = n
	}
	cursors, open := make([]cursor, len(l.members)), make([]bool, len(l.members))
	for i := range cursors {
		if open[i], err = l.next(i, &cursors[i]); err != nil {
			return nil, err
		}
	}
	for ; ; n++ {
		least := -1
		for i, c := range cursors {
			if open[i] && (least < 0 || cmp.Or(cmp.Compare(c.parent, cursors[least].parent),
				cmp.Compare(c.turn, cursors[least].turn)) < 0) {
				least = i
			}
		}
		if least < 0 {
			break
		}
		c := &cursors[least]
		if l.MaxStates > 0 && n == l.MaxStates || n == int(unknown) {
			full = &stopping{why: TooMany, parent: State(c.parent), turn: c.turn, states: n}
		}
		if l.failure != nil && c.parent <= int(l.failure.parent) {
			l.failure.states = n + 1
		}
		c.ranks = appendNumbers(c.ranks, n-c.last)
		if c.last = n; len(c.ranks) >= batchSize {
			l.rank(least, c)
		}
		if open[least], err = l.next(least, c); err != nil {
			return nil, err
		}
	}
	for i := range cursors {
		l.rank(i, &cursors[i])
	}
	return l.conclude(n, full)
}

// rank tells a member numbers of its states.
func (l *leader) rank(i int, c *cursor) {
	if len(c.ranks) > 0 {
		l.push(l.members[i], frame{frameRanks, 0, c.ranks})
	}
	c.ranks, c.last = nil, 0
}

// conclude ends the numbering of new states up to a number: it returns where the search ends, if it does. Full is the
// place where there are too many.
func (l *leader) conclude(n int, full *stopping) (end *stopping, err error) {
	var met []*stopping
	err = l.collect(frameReport, func(_ int, f frame) (bool, error) {
		for d := (decoder{data: f.data}); d.more(); {
			s := &stopping{why: Found}
			if d.number() == 0 {
				s.why = Failed
			}
			s.ask, s.at, s.parent, s.turn = d.number(), State(d.number()), State(d.number()), d.number()+1
			if s.at == 0 {
				s.turn = 0 // no transition leads to the start
			}
			s.states = int(s.at) + 1
			if met = append(met, s); d.err != nil || s.ask >= len(l.asks) {
				return true, errFrame
			}
		}
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(met, func(a, b *stopping) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.ask, b.ask))
	})
	for _, s := range met {
		if _, known := l.Met[s.ask]; known {
			continue
		}
		if s.why == Found {
			if l.Met[s.ask] = s.at; len(l.Met) < len(l.asks) {
				continue
			}
		}
		end = s
		break
	}
	for _, s := range []*stopping{l.failure, full} {
		if s != nil && (end == nil || s.states < end.states) {
			end = s
		}
	}
	switch {
	case end != nil:
		n = end.states
	case n == l.count:
		end = &stopping{parent: State(n), states: n}
	}
	for i, at := range l.Met {
		if int(at) >= n {
			delete(l.Met, i)
		}
	}
	if n > l.count && l.count > 0 {
		l.levels = append(l.levels, State(l.count))
	}
	if end == nil || end.why == Complete {
		l.first = l.count
	}
	l.count = n
	return end, nil
}

// finish ends the levels, and asks the members for what they know of the states before the end.
func (l *leader) finish(end *stopping) error {
	l.halt, l.over, l.Ended, l.Looked, l.Transitions = nil, true, end.why, int(end.parent), end.turn
	if close(l.ending); end.why == Found {
		l.Goal = end.at
	}
	l.tell(frameStop, nil)
	l.tell(frameFinish, appendNumbers(nil, int(end.parent)))
	begun := make([]bool, len(l.members))
	err := l.collect(frameFinish, func(from int, f frame) (last bool, err error) {
		if f.kind == frameFacts {
			return false, nil
		}
		d := decoder{data: f.data}
		last = d.number() == 0
		if !begun[from] {
			begun[from] = true
			l.Transitions += d.number()
			l.moved += d.number()
		}
		for s := State(0); d.more(); {
			s += State(d.number())
			l.Final = append(l.Final, s)
		}
		return last, d.err
	})
	slices.Sort(l.Final)
	return err
}

// explain finds the values of the variables where the search has found its goal, and returns the error that ended it,
// with the way there. It is that of the program, found once more.
func (l *leader) explain(ctx context.Context, end *stopping) error {
	if end.why != Found && end.why != Failed {
		return nil
	}
	view := l.View(end.at)
	err := errors.New(end.text)
	if end.ask >= 0 {
		ask := l.asks[end.ask]
		_, err = ask.Meets(view)
		if g, ok := ask.(*goalQuestion); ok {
			l.Bindings = g.bindings
		}
	} else {
		x := newExpander(ctx, l.engine, func() error { return nil })
		x.load(l.read(end.at, nil))
		if again := x.expand(); again != nil && ctx.Err() == nil {
			err = again
		}
	}
	if end.why == Found {
		return nil
	}
	choices, lost := l.Choices(end.at)
	return &Error{end.at, choices, errors.Join(err, lost)}
}

// size implements keeper.
func (l *leader) size() int { return l.count }

// outside implements keeper.
func (l *leader) outside() int { return l.moved }

// parent implements keeper.
func (l *leader) parent(n State) State {
	l.read(n, nil)
	return l.above
}

// read implements keeper.
func (l *leader) read(n State, _ *[]byte) []byte {
	if n == l.cached {
		return l.shown
	}
	l.tell(frameRead, appendNumbers(nil, int(n)))
	here := false
	err := l.collect(frameRead, func(_ int, f frame) (bool, error) {
		if d := (decoder{data: f.data}); len(f.data) > 0 {
			here, l.above = true, State(d.number())
			l.shown = d.data
		}
		return true, nil
	})
	if err == nil && !here {
		err = fmt.Errorf("no worker has state %d", n)
	}
	if err != nil {
		panic(readError{err})
	}
	l.cached = n
	return l.shown
}
