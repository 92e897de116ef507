package trace

// Initial returns the resources from which a run starts, the stage token included.
func (t *Trace) Initial() []Resource {
	var out []Resource
	for _, r := range t.Resources {
		if r.By == 0 {
			out = append(out, r)
		}
	}
	return out
}

// Final returns the resources alive at the end, permanent ones and the stage
// token included, in the order of the trace.
func (t *Trace) Final() []Resource {
	consumed := make(map[ResourceID]bool)
	for _, s := range t.Steps {
		for _, id := range s.Consumes {
			consumed[id] = true
		}
	}
	var alive []Resource
	for _, r := range t.Resources {
		if !consumed[r.ID] {
			alive = append(alive, r)
		}
	}
	return alive
}
