package foreign

import "github.com/ceptre-graph/ceptre/exec/trace"

// run is what a file says, in the order in which steps fired. Readers fill it by
// way of start, use and create, which check that the file is consistent.
type run struct {
	file    *file
	names   map[string]*resource
	initial []*resource
	firings []*firing
	notes   []Note
	noted   map[Note]bool
	// repeats says that the file does not mark permanent facts; a fact used again has to be one.
	repeats bool
	// arcs says that the file marks facts that are only read.
	arcs bool
	// firstMade is the number of the first resource that a step made.
	firstMade int
	// quiet says that nothing was enabled at the end.
	quiet bool
}

// resource is a fact with a name of the file's own.
type resource struct {
	name string
	fact
	told  bool      // the file tells the fact
	maker *firing   // nil for the initial state
	taker *firing   // the firing that used it first; nil while it is alive
	same  *resource // which it is still, nil for itself
	id    trace.ResourceID
	// unpacked says that the file takes the resource apart: its parts stand for it.
	unpacked bool
	parts    []*resource
}

// firing is a step of the file.
type firing struct {
	rule   string
	args   []trace.Term
	uses   []use
	makes  []*resource
	proves []trace.Fact
	stage  string
	idle   bool // it fired because nothing else could
}

// use is a resource that a step needs; read says that it stays.
type use struct {
	*resource
	read bool
}

// note adds a note, once.
func (r *run) note(n Note) {
	if !r.noted[n] {
		r.noted[n] = true
		r.notes = append(r.notes, n)
	}
}

func (r *run) start(f *firing) { r.firings = append(r.firings, f) }

// given adds a resource of the initial state, where there is none of that name.
func (r *run) given(name string) *resource {
	x, known := r.names[name]
	if !known {
		x = &resource{name: name}
		r.names[name] = x
		r.initial = append(r.initial, x)
	}
	return x
}

// use notes that a step needs a resource; at is where the file says so.
func (r *run) use(f *firing, x *resource, read bool, at int) error {
	switch {
	case x.taker != nil && r.repeats:
		x.persistent = true
	case x.taker != nil && !x.persistent:
		return r.file.errorf(at, "%s is gone: %s used it up", x.name, x.taker)
	}
	f.uses = append(f.uses, use{x, read})
	if !read {
		x.taker = f
	}
	return nil
}

// create adds a resource that a step makes.
func (r *run) create(f *firing, name string, at int) (*resource, error) {
	if old, known := r.names[name]; known {
		return nil, r.file.errorf(at, "%s is made here, but %s", name, old.origin())
	}
	x := &resource{name: name, maker: f}
	r.names[name] = x
	f.makes = append(f.makes, x)
	if r.firstMade == 0 {
		r.firstMade = numberOf(name)
	}
	return x, nil
}

// origin says where a resource comes from.
func (x *resource) origin() string {
	switch {
	case x.maker != nil:
		return x.maker.String() + " made it before"
	case x.taker != nil:
		return x.taker.String() + " used it before"
	}
	return "it was there at the start"
}

// String returns the rule with its arguments.
func (f *firing) String() string { return trace.Step{Rule: f.rule, Args: f.args}.String() }

// root returns the resource that it is still.
func (x *resource) root() *resource {
	for x.same != nil {
		x = x.same
	}
	return x
}
