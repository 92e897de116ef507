package scenes

import "slices"

// mostMeanwhile is how many scenes elsewhere a scene names.
const mostMeanwhile = 4

// relate finds for each scene the scenes that led to it and share no character with it: to the
// others a character leads, at once or later. It leaves out scenes with another scene between, so
// the relation is a part of the transitive reduction of the scenes' order. Otherwise all scenes of
// a stage would point at its beginning and at its end.
//
// Most scenes that are left out, such as the beginning of a stage in all but its first scenes, lead
// directly to another scene that leads directly here: relate checks that first. For the rest it
// searches the scenes between, so it is near-linear short of causes that lie far apart.
func (p *Performance) relate() {
	implied := make([]int, len(p.Scenes)+1) // by number: the last scene that it led to by others
	for _, s := range p.Scenes {
		for _, c := range s.causes(implied) {
			s.Causes = append(s.Causes, c)
			c.Effects = append(c.Effects, s)
		}
	}
	for _, s := range p.Scenes {
		slices.SortStableFunc(s.Effects, func(a, b *Scene) int { return min(len(a.who), 1) - min(len(b.who), 1) })
	}
}

// causes returns the scenes before s that share no character with it and are before no other scene
// that is before s, latest first.
func (s *Scene) causes(implied []int) []*Scene {
	open := func(c *Scene) bool { return apart(c, s) && !s.detours(c) }
	first := slices.IndexFunc(s.before, open)
	if first < 0 {
		return nil
	}
	var found []*Scene
	for _, c := range slices.Backward(s.before[first:]) {
		if implied[c.Number] == s.Number {
			continue
		}
		if open(c) {
			found = append(found, c)
		}
		s.imply(c, s.before[first].Number, implied)
	}
	return found
}

// mostDetours is how many scenes detours asks.
const mostDetours = 8

// detours reports whether a scene leads directly to one of the last that lead directly
// to s.
func (s *Scene) detours(c *Scene) bool {
	for _, b := range s.before[max(0, len(s.before)-mostDetours):] {
		if _, found := slices.BinarySearchFunc(b.before, c, byNumber); found {
			return true
		}
	}
	return false
}

// imply marks all that leads to a scene, down to a number, as leading to s by others.
func (s *Scene) imply(c *Scene, lowest int, implied []int) {
	for stack := []*Scene{c}; len(stack) > 0; {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, b := range slices.Backward(top.before) {
			if b.Number < lowest {
				break
			}
			if implied[b.Number] != s.Number {
				implied[b.Number] = s.Number
				stack = append(stack, b)
			}
		}
	}
}

// meanwhile adds to each scene of an hour the scenes nearest to it. They have other characters,
// since no character is in two scenes of an hour.
func meanwhile(hour []*Scene) {
	for i, s := range hour {
		first := max(0, min(i-mostMeanwhile/2, len(hour)-mostMeanwhile-1))
		last := min(first+mostMeanwhile+1, len(hour))
		for j := first; j < last; j++ {
			if j != i {
				s.Meanwhile = append(s.Meanwhile, hour[j])
			}
		}
	}
}

// apart reports whether two scenes have no character in common.
func apart(a, b *Scene) bool {
	for i, j := 0, 0; i < len(a.who) && j < len(b.who); {
		switch {
		case a.who[i] == b.who[j]:
			return false
		case a.who[i] < b.who[j]:
			i++
		default:
			j++
		}
	}
	return true
}
