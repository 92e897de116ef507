package scenes

import "fmt"

// Check proves that from every scene every way of reading comes to an ending, and that
// every scene can be come to. It tries none of the ways. It proves instead that each
// leads to a scene of a later hour, so that none goes on for more steps than there are
// hours; that only endings lead nowhere; and that only scenes of the first hour, where
// reading begins, have none that leads to them.
//
// The error names the first scene of which that is not so; that would be a fault in
// [Cut].
func (p *Performance) Check() error {
	led := make([]bool, len(p.Scenes)+1)
	for i, s := range p.Scenes {
		if s.Number != i+1 {
			return fmt.Errorf("scene %d stands at %d", s.Number, i+1)
		}
		next := s.Next()
		if s.Ending() != (len(next) == 0) {
			return fmt.Errorf("scene %d leads to %d scenes, and is an ending: %t", s.Number, len(next), s.Ending())
		}
		for _, n := range next {
			if err := p.leads(s, n); err != nil {
				return err
			}
			led[n.Number] = true
		}
		if !led[s.Number] && s.Hour > 1 {
			return fmt.Errorf("no way leads to scene %d of hour %d", s.Number, s.Hour)
		}
	}
	return nil
}

// leads checks a way from one scene to another.
func (p *Performance) leads(from, to *Scene) error {
	if to.Number < 1 || to.Number > len(p.Scenes) || p.Scenes[to.Number-1] != to {
		return fmt.Errorf("scene %d leads to a scene %d that is not in the play", from.Number, to.Number)
	}
	if to.Hour <= from.Hour {
		return fmt.Errorf("scene %d of hour %d leads to scene %d of hour %d", from.Number, from.Hour, to.Number, to.Hour)
	}
	return nil
}
