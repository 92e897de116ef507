package game

import "github.com/ceptre-graph/ceptre/exec/trace"

// news adds the steps since the player's last action to the view, and their net changes.
func (d *Game) news(v *View, most Most) {
	var gone, made []trace.ResourceID
	used := make(map[trace.ResourceID]bool)
	old := d.newFrom()
	path := d.Path()
	for i, at := range path[d.since+1:] {
		if d.since+1+i >= len(path)-mostHappened {
			v.Happened = append(v.Happened, d.Event(at))
		}
		step := d.Step(at)
		made = append(made, step.Produces...)
		for _, id := range step.Consumes {
			if used[id] = true; id < old {
				gone = append(gone, id)
			}
		}
	}
	v.Gone = first(d.lines(gone, nil), most.Facts)
	v.Came = first(d.lines(made, used), most.Facts)
}

// first returns the first of many; with 0, all.
func first[T any](list []T, most int) []T {
	if most > 0 && len(list) > most {
		return list[:most]
	}
	return list
}

// mostHappened is how many steps a view tells of: a stage without end has more than anybody
// reads.
const mostHappened = 1000

// lines returns facts, equal ones once, but for stage tokens and those that are left out.
func (d *Game) lines(ids []trace.ResourceID, out map[trace.ResourceID]bool) []Line {
	var lines []Line
	at := make(map[string]int)
	for _, id := range ids {
		r := d.Resource(id)
		if out[id] || r.Pred == trace.StagePred {
			continue
		}
		text := d.written.recorded(*r)
		i, known := at[text]
		if !known {
			i = len(lines)
			at[text] = i
			lines = append(lines, Line{Fact: text})
		}
		lines[i].Count++
	}
	return lines
}

// newFrom returns the first id of a new resource.
func (d *Game) newFrom() trace.ResourceID {
	old := 0
	for _, at := range d.Path()[:d.since+1] {
		old += len(d.Makes(at))
	}
	return trace.ResourceID(old + 1)
}
