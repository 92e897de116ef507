package scenes

// locate divides the cast by where the scene's facts have them: of several places
// elsewhere, at the last.
func (s *Scene) locate(p *Play) {
	s.Here = s.Cast
	here, last := s.stays(p.ground)
	if len(s.Places) == 0 || len(last) == 0 {
		return
	}
	s.Here = nil
	for i, who := range s.who {
		switch place, ok := last[who]; {
		case here[who]:
			s.Here = append(s.Here, s.Cast[i])
		case ok:
			s.Elsewhere = append(s.Elsewhere, Stay{s.Cast[i], p.ground.terms[place]})
		default:
			s.InMind = append(s.InMind, s.Cast[i])
		}
	}
}

// stays returns of whom the scene says that they are at one of its places, and where
// it has everybody last.
func (s *Scene) stays(g *ground) (here map[int]bool, last map[int]int) {
	here, last = make(map[int]bool), make(map[int]int)
	for _, e := range s.Events {
		for _, stay := range g.spots[e].stays {
			last[stay.who] = stay.place
			for _, place := range s.Places {
				here[stay.who] = here[stay.who] || g.terms[stay.place].Equal(place)
			}
		}
	}
	return here, last
}
