package trace

import (
	"fmt"
	"strconv"
)

// ResourceID names a resource within a trace; in files it is written x1, x2, …
// Zero is no resource.
type ResourceID int

// StepID names a step within a trace; in files it is written t1, t2, … Zero
// stands for the initial state.
type StepID int

// String returns the id as files write it.
func (id ResourceID) String() string { return "x" + strconv.Itoa(int(id)) }

// String returns the id as files write it.
func (id StepID) String() string { return "t" + strconv.Itoa(int(id)) }

// MarshalText implements [encoding.TextMarshaler].
func (id ResourceID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// MarshalText implements [encoding.TextMarshaler].
func (id StepID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (id *ResourceID) UnmarshalText(text []byte) error {
	n, err := parseID('x', string(text))
	*id = ResourceID(n)
	return err
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (id *StepID) UnmarshalText(text []byte) error {
	n, err := parseID('t', string(text))
	*id = StepID(n)
	return err
}

func parseID(prefix byte, s string) (int, error) {
	if len(s) > 1 && s[0] == prefix && s[1] != '0' && isNumeral(s[1:]) {
		if n, err := strconv.Atoi(s[1:]); err == nil {
			return n, nil
		}
	}
	return 0, fmt.Errorf("bad id %.40q: want %c1, %c2, …", s, prefix, prefix)
}
