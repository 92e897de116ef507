package trace

// fits reports whether an event that has the counts of a shape has it in all. Terms are
// taken to be the same if their numbers are. The facts that are made are checked in
// place, for nearly all steps make some.
func (c *CompactRecorder) fits(s *shape, v *Event) bool {
	facts, sources, at := s.facts, s.sources, len(v.Args)
	for i, from := range sources[:at] {
		if from != direct(v.Args[i]) {
			return false
		}
	}
	for i := range v.Makes {
		m, f := &v.Makes[i], &facts[i]
		if c.preds[m.Pred+1] != f.pred || len(m.Args) != f.args || m.Persistent != f.persistent {
			return false
		}
		for _, x := range m.Args {
			if !sources[at].yields(x, v.Args) {
				return false
			}
			at++
		}
	}
	return len(facts) == len(v.Makes) || c.fitsOthers(s, v)
}

// fitsOthers is fits for the facts that are no resources.
func (c *CompactRecorder) fitsOthers(s *shape, v *Event) bool {
	facts := s.facts[s.made:]
	for _, list := range [3][]Atom{v.Proves, v.Sensed, v.Acts} {
		for i := range list {
			if !c.fitsFact(s, &facts[i], &list[i], v.Args) {
				return false
			}
		}
		facts = facts[len(list):]
	}
	return true
}

func (c *CompactRecorder) fitsFact(s *shape, f *factShape, a *Atom, args []Sym) bool {
	if c.preds[a.Pred+1] != f.pred || len(a.Args) != f.args {
		return false
	}
	for i, x := range a.Args {
		if !s.sources[f.from+i].yields(x, args) {
			return false
		}
	}
	return true
}

// allTerms writes the terms of an event that its shape does not know, of all kinds and in
// all places. It returns false where one has no code.
func (c *CompactRecorder) allTerms(v *Event, s *shape, to *window) (at uint, ok bool) {
	if at, ok = c.someTerms(to, 0, v.Args, s.sources); !ok {
		return 0, false
	}
	for i := range s.facts {
		a := v.atom(i)
		if at, ok = c.someTerms(to, at, a.Args, s.sources[s.facts[i].from:]); !ok {
			return 0, false
		}
	}
	return at, true
}

func (c *CompactRecorder) someTerms(to *window, at uint, args []Sym, sources []source) (uint, bool) {
	for i, x := range args {
		switch sources[i] {
		case fromNumerals:
			at = to.put(at, uint64(x-Numeral))
		case fromSymbols:
			if !c.encode(x) {
				return 0, false
			}
			at = to.code(at, c.codes[x])
		}
	}
	return at, true
}

// atom returns a fact of an event by its place among all of them.
func (v *Event) atom(i int) *Atom {
	if i < len(v.Makes) {
		return &v.Makes[i].Atom
	}
	i -= len(v.Makes)
	for _, list := range [2][]Atom{v.Proves, v.Sensed} {
		if i < len(list) {
			return &list[i]
		}
		i -= len(list)
	}
	return &v.Acts[i]
}

// encode finds the code of a term in this block. It returns false where there is none.
func (c *CompactRecorder) encode(x Sym) bool {
	b := c.block
	if int(x) < len(c.codes) && c.codes[x].in(b.symbols.block) {
		return true
	}
	if int(x) >= len(c.syms) || c.syms[x] == 0 {
		if c.learn(x) != nil {
			return false // the long way says what is wrong
		}
	}
	known := c.syms[x] - 1
	if known >= Numeral || c.first[known] != x+1 {
		return false // for it is the same as another that looks different
	}
	number := b.symbols.number(known)
	if number >= maxCoded {
		return false
	}
	c.codes = extend(c.codes, len(c.syms))
	c.codes[x] = newCode(b.symbols.block, number)
	return true
}
