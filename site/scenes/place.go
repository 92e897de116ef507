package scenes

import "slices"

// locate finds who is spoken of and is not there: elsewhere, where the facts have them
// last, or nowhere.
func (s *Scene) locate(p *Play) {
	var spoken []int
	last := make(map[int]int)
	for _, e := range s.Events {
		spoken = append(spoken, p.presence.involved[e]...)
		for _, stay := range p.ground.spots[e].stays {
			last[stay.who] = stay.place
		}
	}
	slices.Sort(spoken)
	for _, who := range slices.Compact(spoken) {
		name := p.Threads[who].Character
		switch place := last[who]; {
		case slices.Contains(s.who, who):
		case place != 0:
			s.Elsewhere = append(s.Elsewhere, Stay{name, p.ground.terms[place]})
		default:
			s.InMind = append(s.InMind, name)
		}
	}
}
