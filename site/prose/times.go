package prose

import (
	"slices"
	"strings"
)

// time is a condition: that it is the first time, or a later one, for all or for whom some
// variables stand. So what is told the first time for C is told of everybody once.
type time struct {
	later bool
	whose []string // variables; none for all
	at    int      // offset
}

// addTime adds a condition on times, such as `first time` or `later times for C C'`, and
// reports whether it is one.
func (w *when) addTime(text string, at int) bool {
	which, whose, somebody := strings.Cut(text, " for ")
	t := time{which == "later times", strings.Fields(whose), at}
	if which != "first time" && !t.later || somebody && len(t.whose) == 0 {
		return false
	}
	w.times = append(w.times, t)
	return true
}

// excludes reports whether one time cannot be together with another.
func (w *when) excludes(t time) bool {
	return slices.ContainsFunc(w.times, func(o time) bool { return o.later != t.later && slices.Equal(o.whose, t.whose) })
}

// times counts how often something was told, for whom.
type times map[occasion]int

// occasion is a topic, with the values of variables that tell for whom.
type occasion struct {
	Topic
	whose string
}

// occasion returns that of a moment for some variables, none for all.
func (m *Moment) occasion(topic Topic, whose []string) occasion {
	var values strings.Builder
	for _, name := range whose {
		values.WriteString(name + " " + m.Terms[name].String() + "\n")
	}
	return occasion{topic, values.String()}
}

// note counts a moment of a topic, for all for whom its sections ask.
func (n *Narrator) note(topic Topic, m *Moment) {
	for _, whose := range n.whose[topic] {
		n.times[m.occasion(topic, whose)]++
	}
}

// asks takes down for whom a section of a topic asks.
func (n *Narrator) asks(topic Topic, s *section) {
	for _, t := range s.when.times {
		if !slices.ContainsFunc(n.whose[topic], func(whose []string) bool { return slices.Equal(whose, t.whose) }) {
			n.whose[topic] = append(n.whose[topic], t.whose)
		}
	}
}

// timely reports whether the times of a section are such that it can be told.
func (n *Narrator) timely(topic Topic, s *section, m *Moment) bool {
	return !slices.ContainsFunc(s.when.times, func(t time) bool {
		return t.later != (n.times[m.occasion(topic, t.whose)] > 0)
	})
}
