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
	n, err := parseID('x', text)
	*id = ResourceID(n)
	return err
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (id *StepID) UnmarshalText(text []byte) error {
	n, err := parseID('t', text)
	*id = StepID(n)
	return err
}

// fewDigits is how many digits of a number make none that is too large.
const fewDigits = 9

func parseID(prefix byte, text []byte) (int, error) {
	if len(text) < 2 || text[0] != prefix || text[1] == '0' || !allDigits(text[1:]) {
		return 0, badID(prefix, text)
	}
	if len(text) > 1+fewDigits {
		return parseLongID(prefix, text)
	}
	n := 0
	for _, c := range text[1:] {
		n = 10*n + int(c-'0')
	}
	return n, nil
}

func parseLongID(prefix byte, text []byte) (int, error) {
	n, err := strconv.Atoi(string(text[1:]))
	if err != nil {
		return 0, badID(prefix, text)
	}
	return n, nil
}

func allDigits(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

func badID(prefix byte, text []byte) error {
	return fmt.Errorf("bad id %.40q: want %c1, %c2, …", text, prefix, prefix)
}
