package scenes

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Room is a place with the scenes there.
type Room struct {
	Place  trace.Term
	Scenes []*Scene // that end there, by number
	Way    []*Scene // the same with the shared scenes that a reader sees who stays there
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
}

// link leads from each scene of a room's way to the scenes of the next hour on it.
func (r Room) link() {
	var next []*Scene // the scenes of that hour
	for end := len(r.Way); end > 0; {
		begin := end - 1
		for begin > 0 && r.Way[begin-1].Hour == r.Way[begin].Hour {
			begin--
		}
		for _, s := range r.Way[begin:end] {
			s.stay(r.Place, next)
		}
		next, end = r.Way[begin:end], begin
	}
}

// stay adds the passage of a reader who stays in a room: to the first of the next scenes that a
// character goes to anyway, or else to the first. The exits stay in order.
func (s *Scene) stay(room trace.Term, next []*Scene) {
	if len(next) == 0 {
		return
	}
	for _, to := range next {
		if i, there := slices.BinarySearchFunc(s.Exits, to, leadsTo); there {
			s.Exits[i].Rooms = append(s.Exits[i].Rooms, room)
			return
		}
	}
	i, _ := slices.BinarySearchFunc(s.Exits, next[0], leadsTo)
	s.Exits = slices.Insert(s.Exits, i, Passage{Scene: next[0], Rooms: []trace.Term{room}})
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
