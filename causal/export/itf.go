package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
)

// maxITF is how large a file of states may become, in bytes.
const maxITF = 100 << 20

type (
	itfTrace struct {
		Meta   itfMeta           `json:"#meta"`
		Vars   []string          `json:"vars"`
		States []json.RawMessage `json:"states"`
	}
	itfMeta struct {
		Format      string `json:"format"`
		Description string `json:"format-description"`
		Source      string `json:"source,omitempty"`
	}
	itfState struct {
		Meta  itfIndex `json:"#meta"`
		Facts itfMap   `json:"facts"`
		Fired itfStep  `json:"fired"`
	}
	itfIndex struct {
		Index int `json:"index"`
	}
	itfMap struct {
		Pairs []itfPair `json:"#map"`
	}
	itfPair [2]any // a fact, an itfInt
	itfInt  struct {
		Digits string `json:"#bigint"`
	}
	// itfStep is a record; its fields are empty in the initial state.
	itfStep struct {
		Step string   `json:"step"`
		Rule string   `json:"rule"`
		Args []string `json:"args"`
	}
)

// writeITF writes the states of the run in the Informal Trace Format: first the
// initial one, then the one after each step. The variable facts maps each fact
// of the state to how often it holds, permanent ones with `!` before them; the
// variable fired says which step led to the state.
//
// The format has each state whole, so length and time are in the order of steps
// times facts; beyond 100 MB the error says so.
func writeITF(w io.Writer, r *run) ([]string, error) {
	doc := itfTrace{
		Meta: itfMeta{Format: "ITF", Description: "https://apalache-mc.org/docs/adr/015adr-trace.html"},
		Vars: []string{"facts", "fired"},
	}
	if p := r.Trace.Program; p != nil {
		doc.Meta.Source = p.File
	}
	var err error
	if doc.States, err = statesITF(r, maxITF); err != nil {
		return nil, err
	}
	notes := []string{
		"equal facts are counted and have no identity, so that what led to what is not in it",
		"each state is whole: the length is that of the run times that of its states",
	}
	return append(notes, leftOut(r.Trace)...), writeJSON(w, doc)
}

// statesITF returns the states, in at most limit bytes.
func statesITF(r *run, limit int) ([]json.RawMessage, error) {
	var state multiset
	for i := range r.Resources {
		if res := r.Resources[i].Resource; res.By == 0 {
			state.add(res.String(), 1)
		}
	}
	var states []json.RawMessage
	size := 0
	fired := itfStep{Args: []string{}}
	for i := 0; ; i++ {
		text, err := encodeITF(itfState{itfIndex{i}, state.itf(), fired})
		if err != nil {
			return nil, err
		}
		if size += len(text); size > limit {
			return nil, fmt.Errorf("the states of the run do not fit into %d bytes: there are %d, each whole, with %d "+
				"different facts in the one that is too much",
				limit, r.Len()+1, len(state))
		}
		if states = append(states, text); i == r.Len() {
			return states, nil
		}
		s := &r.Trace.Steps[i]
		for _, id := range s.Consumes {
			state.add(r.Resource(id).String(), -1)
		}
		for _, id := range s.Produces {
			state.add(r.Resource(id).String(), 1)
		}
		fired = itfStep{s.ID.String(), r.Label(causal.Event(i)), terms(s.Args)}
	}
}

func encodeITF(s itfState) (json.RawMessage, error) {
	var b bytes.Buffer
	err := writeJSON(&b, s)
	return bytes.TrimSpace(b.Bytes()), err
}

// multiset is a state: its facts in ascending order, each with how often it
// holds.
type multiset []counted

type counted struct {
	fact string
	n    int
}

// add changes how often a fact holds.
func (m *multiset) add(fact string, by int) {
	i, found := slices.BinarySearchFunc(*m, fact,
		func(c counted, fact string) int { return strings.Compare(c.fact, fact) })
	if !found {
		*m = slices.Insert(*m, i, counted{fact: fact})
	}
	if (*m)[i].n += by; (*m)[i].n == 0 {
		*m = slices.Delete(*m, i, i+1)
	}
}

func (m multiset) itf() itfMap {
	pairs := make([]itfPair, len(m))
	for i, c := range m {
		pairs[i] = itfPair{c.fact, itfInt{strconv.Itoa(c.n)}}
	}
	return itfMap{pairs}
}
