package main

import (
	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// This file is what 'ceptre threads --json' prints. Steps are ids; lists are
// never null.

type threadsData struct {
	Type       string        `json:"type"`       // of the characters; empty where they are none of a type
	Predicates []string      `json:"predicates"` // the characters who are predicates
	Picked     string        `json:"picked"`     // why; empty where they were asked for
	Threads    []threadData  `json:"threads"`
	Meetings   []meetingData `json:"meetings"`
	Partings   []partingData `json:"partings"`
	Births     []passingData `json:"births"`
	Deaths     []passingData `json:"deaths"`
}

// threadData is a thread; the steps of one group tie.
type threadData struct {
	Character string           `json:"character"`
	Groups    [][]trace.StepID `json:"groups"`
}

type meetingData struct {
	Step trace.StepID `json:"step"`
	Who  []string     `json:"who"`
}

type partingData struct {
	After []trace.StepID `json:"after"`
	Ways  [][]string     `json:"ways"`
}

// passingData is a birth or death.
type passingData struct {
	Character string         `json:"character"`
	Steps     []trace.StepID `json:"steps"`
}

func (c *chronicle) data() threadsData {
	d := threadsData{
		Type: c.cast.Type, Predicates: append([]string{}, c.cast.Predicates...), Picked: c.cast.Picked,
		Births: []passingData{}, Deaths: []passingData{},
	}
	d.Threads = each(c.threads, func(t causal.Thread) threadData {
		return threadData{t.Character, each(t.Groups, c.ids)}
	})
	d.Meetings = each(c.meetings, func(m causal.Meeting) meetingData {
		return meetingData{c.graph.Step(m.Event).ID, m.Who}
	})
	d.Partings = each(c.separations, func(s causal.Separation) partingData {
		return partingData{c.ids(s.After), s.Ways}
	})
	for _, l := range c.lives {
		d.Births = c.passing(d.Births, l.Character, l.Born)
		d.Deaths = c.passing(d.Deaths, l.Character, l.Died)
	}
	return d
}

func (c *chronicle) ids(events []causal.Event) []trace.StepID {
	out := make([]trace.StepID, len(events))
	for i, e := range events {
		out[i] = c.graph.Step(e).ID
	}
	return out
}

func (c *chronicle) passing(list []passingData, character string, at []causal.Event) []passingData {
	if at == nil {
		return list
	}
	return append(list, passingData{character, c.ids(at)})
}
