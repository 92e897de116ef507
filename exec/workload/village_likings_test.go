package workload

// like enters a liking.
func (v *villageHand) like(f feeling) {
	i := v.entry()
	a, b := &v.people[f.from], &v.people[f.to]
	v.likings[i] = liking{feeling: f, local: -1, out: int32(len(a.out)), in: int32(len(b.in))}
	a.out = append(a.out, half{f.to, i})
	b.in = append(b.in, half{f.from, i})
	v.mostOut = max(v.mostOut, len(a.out))
	if v.at[f.from] == v.at[f.to] {
		v.enterLocal(i)
	}
}

// entry returns an entry of likings that is not in use.
func (v *villageHand) entry() int32 {
	if n := len(v.unused); n > 0 {
		i := v.unused[n-1]
		v.unused = v.unused[:n-1]
		return i
	}
	v.likings = append(v.likings, liking{})
	return int32(len(v.likings) - 1)
}

// unlike takes a local liking out. The last of each list takes its place.
func (v *villageHand) unlike(i int32) {
	v.leaveLocal(i)
	l := &v.likings[i]
	a, b := &v.people[l.from], &v.people[l.to]
	last := len(a.out) - 1
	a.out[l.out] = a.out[last]
	v.likings[a.out[last].liking].out = l.out
	a.out = a.out[:last]
	last = len(b.in) - 1
	b.in[l.in] = b.in[last]
	v.likings[b.in[last].liking].in = l.in
	b.in = b.in[:last]
	v.unused = append(v.unused, i)
}

// enterLocal counts a liking among the local ones, and its jealousies: it may stand
// before each local liking by whom it is for, and after each of whom it is by.
func (v *villageHand) enterLocal(i int32) {
	l := &v.likings[i]
	a, b := &v.people[l.from], &v.people[l.to]
	v.jealousies += int(a.localIn) + int(b.localOut) - 2*v.returned(l)
	a.localOut++
	b.localIn++
	l.local = int32(len(v.local))
	v.local = append(v.local, i)
}

// leaveLocal takes a liking out of the local ones again.
func (v *villageHand) leaveLocal(i int32) {
	l := &v.likings[i]
	a, b := &v.people[l.from], &v.people[l.to]
	a.localOut--
	b.localIn--
	v.jealousies -= int(a.localIn) + int(b.localOut) - 2*v.returned(l)
	last := v.local[len(v.local)-1]
	v.local[l.local], v.likings[last].local = last, l.local
	v.local = v.local[:len(v.local)-1]
	l.local = -1
}

// returned counts the local likings that are a liking turned round.
func (v *villageHand) returned(l *liking) int {
	n := 0
	for _, h := range v.people[l.to].out {
		if h.other == l.from && v.likings[h.liking].local >= 0 {
			n++
		}
	}
	return n
}
