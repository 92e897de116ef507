package inquiry

import (
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
)

// Numbers are called what they are in the program, where wildcards have no numbers.
func TestNumbersInWords(t *testing.T) {
	five, six := trace.Term{Head: "5", Number: true}, trace.Term{Head: "6", Number: true}
	n := &Numbers{Changed: []Number{{"P", five, six}, {"_1", six, five}}, Others: 1}
	require.Equal(t, "P is 6 now, was 5, _ is 5 now, was 6: the first of 2 choices of numbers that fit", n.Written(nil))
}
