package limit

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Size is a number of bytes. Its pointer is a flag.
type Size int64

// unit is a unit of sizes.
type unit struct {
	name  string
	bytes int64
}

// units returns the units, the largest first.
func units() []unit {
	return []unit{
		{"TiB", 1 << 40}, {"TB", 1e12}, {"GiB", 1 << 30}, {"GB", 1e9},
		{"MiB", 1 << 20}, {"MB", 1e6}, {"KiB", 1 << 10}, {"kB", 1e3}, {"B", 1},
	}
}

// String returns the size in the largest unit that gives a whole number; "" for none.
func (s Size) String() string {
	if s == 0 {
		return ""
	}
	for _, u := range units() {
		if int64(s)%u.bytes == 0 {
			return strconv.FormatInt(int64(s)/u.bytes, 10) + u.name
		}
	}
	return ""
}

// Set reads a size such as 500MB or 1.5GiB. Letters may be large or small.
func (s *Size) Set(text string) error {
	for _, u := range units() {
		number, ok := cutEnd(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		n *= float64(u.bytes)
		if err != nil || !(n >= 1) || n > math.MaxInt/2 {
			break
		}
		*s = Size(n)
		return nil
	}
	return fmt.Errorf("want a size such as 500MB or 2GiB")
}

// cutEnd cuts an end off a text, whatever its case.
func cutEnd(text, end string) (string, bool) {
	at := len(text) - len(end)
	if at < 0 || !strings.EqualFold(text[at:], end) {
		return text, false
	}
	return text[:at], true
}

// Type implements [pflag.Value].
func (s *Size) Type() string { return "size" }
