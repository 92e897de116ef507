// Package fleet simulates a sweep in shards on many machines: how long it takes, how much of the work is lost, and
// the cost.
//
// A scheduler gives the next shard to each core that is free. A machine may be taken away at any time, as spot machines
// are: the shards on it are lost, and start again elsewhere. Some attempts are stragglers. When no shard is left to be
// given, free cores repeat the shards that have run longest, and the first copy that ends counts, as the backup tasks
// of MapReduce do (Dean and Ghemawat 2004). Runs have seeds of their own, so that repeating a shard is harmless.
package fleet

import (
	"container/heap"
	"math/rand/v2"
)

// Plan is a sweep, and the machines that it runs on. Times are in seconds.
type Plan struct {
	Runs   float64 // of the whole sweep
	Shards int
	Rate   float64 // runs a core does in a second
	Start  float64 // of a shard: scheduling, starting the container and the command, reading the program

	Machines int
	Cores    int     // of a machine
	Lifetime float64 // the mean time until a machine is taken away, exponentially distributed; 0 for never
	Absence  float64 // until another one takes its place

	Stragglers float64 // the part of the attempts that are slow
	Slowness   float64 // how many times as long these take
	Backups    bool    // shards are repeated when no others are left

	Prices Prices
}

// Prices are in dollars.
type Prices struct {
	CoreHour      float64
	Stored        float64 // a gigabyte in a month
	Write         float64 // of one file
	BytesPerRun   float64 // of rows; 0 if only totals are kept
	BytesPerShard float64 // of the total of a shard
}

// Outcome is how a plan went.
type Outcome struct {
	Time     float64 // until the last shard was there, in seconds
	Attempts int     // to run a shard
	Lost     int     // attempts that ended with their machine
	Copies   int     // attempts for a shard that was under way
	Busy     float64 // core seconds of all attempts
	Useful   float64 // the part of all core seconds paid in which runs were made that count
	Bytes    float64 // of the files
	Dollars  float64 // for cores and for writing; a core is paid as long as its machine is there and the sweep goes on
	Storage  float64 // dollars a month for the files
}

// RunsPerDollar returns how many runs a dollar buys.
func (p *Plan) RunsPerDollar(o Outcome) float64 { return p.Runs / o.Dollars }

// event is something that happens to a core or to a machine.
type event struct {
	at      float64
	kind    kind
	index   int // of the core or machine
	attempt int // of the core, which may have begun another since
}

type kind uint8

const (
	ends  kind = iota // the attempt of a core
	goes              // a machine
	comes             // another in its place
)

type events []event

func (q events) Len() int           { return len(q) }
func (q events) Less(i, j int) bool { return q[i].at < q[j].at }
func (q events) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *events) Push(x any)        { *q = append(*q, x.(event)) }
func (q *events) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

// core is a core at work, or idle.
type core struct {
	shard   int // -1 for none
	attempt int
	began   float64
}

// simulation is a plan in progress.
type simulation struct {
	*Plan
	Outcome
	random *rand.Rand
	queue  events
	now    float64
	cores  []core
	away   []bool // by machine
	idle   []int  // cores without work, of machines that are there or have gone
	next   int    // the first shard that was never given
	again  []int  // shards that were lost
	copies []int8 // by shard: attempts under way; -1 for one that is there
	begun  []int  // cores in the order in which they began, for backups
	oldest int    // of begun, the first that may still be at work
	left   int    // shards that are not there
	paid   float64
	since  []float64 // by machine: when it came
}

// Simulate simulates a plan. Equal seeds have equal outcomes.
func (p *Plan) Simulate(seed uint64) Outcome {
	n := p.Machines * p.Cores
	s := &simulation{Plan: p, random: rand.New(rand.NewPCG(seed, 0)), cores: make([]core, n), left: p.Shards,
		away: make([]bool, p.Machines), copies: make([]int8, p.Shards), since: make([]float64, p.Machines)}
	for m := range p.Machines {
		s.live(m)
	}
	for i := range s.cores {
		s.give(i)
	}
	for s.left > 0 {
		e := heap.Pop(&s.queue).(event)
		switch s.now = e.at; e.kind {
		case ends:
			if s.cores[e.index].attempt == e.attempt {
				s.end(e.index)
			}
		case goes:
			s.lose(e.index)
		case comes:
			s.away[e.index] = false
			s.live(e.index)
			for i := range p.Cores {
				s.give(e.index*p.Cores + i)
			}
		}
	}
	s.finish()
	return s.Outcome
}

// live lets a machine begin, and draws when it will be taken away.
func (s *simulation) live(machine int) {
	if s.since[machine] = s.now; s.Lifetime > 0 {
		heap.Push(&s.queue, event{at: s.now + s.random.ExpFloat64()*s.Lifetime, kind: goes, index: machine})
	}
}

// give gives a core the next shard, or lets it wait.
func (s *simulation) give(i int) {
	s.cores[i].shard = -1
	shard := -1
	switch last := len(s.again) - 1; {
	case last >= 0:
		shard, s.again = s.again[last], s.again[:last]
	case s.next < s.Shards:
		shard, s.next = s.next, s.next+1
	case s.Backups:
		shard = s.backup()
	}
	if shard < 0 {
		s.idle = append(s.idle, i)
		return
	}
	s.begin(i, shard)
}

// backup returns the shard that has run longest without a copy, -1 if there is none.
func (s *simulation) backup() int {
	for ; s.oldest < len(s.begun); s.oldest++ {
		if shard := s.begun[s.oldest]; s.copies[shard] == 1 {
			s.oldest++
			s.Outcome.Copies++
			return shard
		}
	}
	return -1
}

// begin begins an attempt.
func (s *simulation) begin(i, shard int) {
	c := &s.cores[i]
	c.shard, c.began = shard, s.now
	c.attempt++
	s.Attempts++
	s.copies[shard]++
	s.begun = append(s.begun, shard)
	takes := s.Start + s.Runs/float64(s.Shards)/s.Rate
	if s.random.Float64() < s.Stragglers {
		takes *= s.Slowness
	}
	heap.Push(&s.queue, event{s.now + takes, ends, i, c.attempt})
}

// end ends an attempt whose shard is there now. If there is a copy, its core is free, too.
func (s *simulation) end(i int) {
	shard := s.cores[i].shard
	many := s.copies[shard] > 1
	s.copies[shard] = -1
	s.left--
	s.stop(i)
	if many {
		for j := range s.cores {
			if j != i && s.cores[j].shard == shard {
				s.stop(j)
				s.give(j)
			}
		}
	}
	s.give(i)
}

// stop ends the attempt of a core, however it went.
func (s *simulation) stop(i int) {
	c := &s.cores[i]
	s.Busy += s.now - c.began
	c.shard = -1
	c.attempt++ // so that its end is no event any more
}

// lose takes a machine away.
func (s *simulation) lose(machine int) {
	s.away[machine] = true
	s.paid += (s.now - s.since[machine]) * float64(s.Cores)
	for i := machine * s.Cores; i < (machine+1)*s.Cores; i++ {
		shard := s.cores[i].shard
		if shard < 0 {
			continue
		}
		s.stop(i)
		s.Lost++
		if s.copies[shard]--; s.copies[shard] == 0 {
			s.again = append(s.again, shard)
		}
	}
	heap.Push(&s.queue, event{at: s.now + s.Absence, kind: comes, index: machine})
	waiting := s.idle
	s.idle = nil
	for _, i := range waiting {
		if !s.away[i/s.Cores] {
			s.give(i)
		}
	}
}

// finish adds up times and prices.
func (s *simulation) finish() {
	s.Time = s.now
	for i, c := range s.cores {
		if c.shard >= 0 {
			s.stop(i)
		}
	}
	for m, gone := range s.away {
		if !gone {
			s.paid += (s.now - s.since[m]) * float64(s.Cores)
		}
	}
	s.Useful = s.Runs / s.Rate / s.paid
	s.Bytes = s.Runs*s.Prices.BytesPerRun + float64(s.Shards)*s.Prices.BytesPerShard
	s.Dollars = s.paid/3600*s.Prices.CoreHour + float64(s.Shards)*s.Prices.Write
	s.Storage = s.Bytes / 1e9 * s.Prices.Stored
}
