package site

import "slices"

const castBase = "cast"

// mostOffered is how many characters, and rooms, the cover offers.
const mostOffered = 60

// castPage offers all characters and rooms of a play that has many.
type castPage struct {
	frame
	Pager *pager
	Cast  []castEntry
	Rooms []roomEntry
	All   string // nowhere else
}

// addCast adds the pages of all characters and rooms.
func (b *builder) addCast(cast []castEntry, rooms []roomEntry) error {
	title := b.words.Say("everyone")
	people := partsOf(cast, func(e castEntry) int { return 300 + 4*len(e.Name) + len(e.URL) + len(e.Whole) })
	places := partsOf(rooms, func(r roomEntry) int { return 150 + len(r.Name) + len(r.URL) })
	of := len(people) + len(places)
	for i := range of {
		page := castPage{frame: b.frame(title, "cast-page", numbered(castBase, i)), Pager: newPager(castBase, i, of)}
		if i < len(people) {
			page.Cast = people[i]
		} else {
			page.Rooms = places[i-len(people)]
		}
		if err := b.print("cast", numbered(castBase, i), title, page); err != nil {
			return err
		}
	}
	return nil
}

// busiest returns the characters that are in the most scenes, in the order of the cast.
func busiest(cast []castEntry) []castEntry {
	if len(cast) <= mostOffered {
		return cast
	}
	counts := make([]int, len(cast))
	for i, e := range cast {
		counts[i] = e.Scenes
	}
	slices.Sort(counts)
	least := counts[len(counts)-mostOffered]
	var found []castEntry
	for _, e := range cast {
		if e.Scenes >= least && len(found) < mostOffered {
			found = append(found, e)
		}
	}
	return found
}
