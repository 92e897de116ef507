package fold

import "sort"

// Fit returns the finest folding with at most that many groups and bundles: nothing
// folded; facts of the same producer, consumers and readers together; repeats; chains of
// these, too; visits to stages, too; spans. Visits are passed over where they would leave less than a tenth of what there is room for.
// With 0 there is no bound. Where even a single group has more, that is returned.
func (s *Selection) Fit(most int) *Folding {
	return s.fit(most, func(f *Folding) int { return len(f.Groups) + len(f.Bundles()) })
}

// FitGroups is [Selection.Fit] for pictures of groups alone.
func (s *Selection) FitGroups(most int) *Folding {
	return s.fit(most, func(f *Folding) int { return len(f.Groups) })
}

// roomy is how many times as many nodes as a folding into visits has there may be
// room for.
const roomy = 10

// bundled is a folding of single events in which facts are bundled all the same.
func (f *Folding) bundled() *Folding {
	b := &Folding{Selection: f.Selection, Groups: f.Groups, of: f.of, together: true}
	b.prepare()
	b.covers = f.covers
	return b
}

func (s *Selection) fit(most int, size func(*Folding) int) *Folding {
	single := s.single()
	f := single
	fits := func(f *Folding) bool { return most <= 0 || len(f.Groups) <= most && size(f) <= most }
	if bundled := single.bundled(); !fits(f) && fits(bundled) {
		return bundled
	}
	for _, m := range []Method{Repeats, Chains} {
		if fits(f) {
			return f
		}
		f = f.fold(m, 0)
	}
	if fits(f) {
		return f
	}
	if f = f.fold(Stages, 0); fits(f) && size(f)*roomy >= most {
		return f
	}
	pieces := sort.Search(min(most, len(s.Events)), func(n int) bool { return !fits(single.fold(Spans, n+1)) })
	return single.fold(Spans, pieces)
}
