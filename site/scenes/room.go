package scenes

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Room is a place with the scenes there.
type Room struct {
	Place  trace.Term
	Scenes []*Scene // that end there, by number
}

// findRooms finds the rooms.
func (p *Performance) findRooms() {
	index := make(map[string]int)
	for _, s := range p.Scenes {
		place, ok := s.Room()
		if !ok {
			continue
		}
		name := place.String()
		i, known := index[name]
		if !known {
			i, index[name] = len(p.Rooms), len(p.Rooms)
			p.Rooms = append(p.Rooms, Room{Place: place})
		}
		p.Rooms[i].Scenes = append(p.Rooms[i].Scenes, s)
	}
	for _, r := range p.Rooms {
		r.linkHours()
	}
}

// linkHours leads from each scene of a room to the scenes of the next hour in which something
// happens there.
func (r Room) linkHours() {
	var next []*Scene // the scenes of that hour
	for end := len(r.Scenes); end > 0; {
		hour := r.Scenes[end-1].Hour
		begin := end - 1
		for begin > 0 && r.Scenes[begin-1].Hour == hour {
			begin--
		}
		for _, s := range r.Scenes[begin:end] {
			s.stay(next)
		}
		next, end = r.Scenes[begin:end], begin
	}
}

// stay adds the passage of a reader who stays in the room: to the first of the next scenes that a
// character goes to anyway, or else to the first. The exits stay in order.
func (s *Scene) stay(next []*Scene) {
	if len(next) == 0 {
		return
	}
	for _, to := range next {
		if i, there := slices.BinarySearchFunc(s.Exits, to, leadsTo); there {
			s.Exits[i].Stays = true
			return
		}
	}
	i, _ := slices.BinarySearchFunc(s.Exits, next[0], leadsTo)
	s.Exits = slices.Insert(s.Exits, i, Passage{Scene: next[0], Stays: true})
}

// findComers finds the characters that a reader may meet at the end of each exit.
func (p *Performance) findComers() {
	met := make([]int, len(p.Threads)) // by their place in the cast: the last scene they are in
	for _, s := range p.Scenes {
		for _, who := range s.who {
			met[who] = s.Number
		}
		for i := range s.Exits {
			exit := &s.Exits[i]
			for _, c := range exit.Scene.Cast {
				if who, _ := p.places.Who(c); met[who] != s.Number {
					exit.Comers = append(exit.Comers, c)
				}
			}
		}
	}
}
