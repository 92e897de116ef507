package sweep

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// State is a digest of the facts of a state and its stage. States are equal if they
// hold as many of each fact, whatever made them, and short of chance their digests
// say so.
type State [sha256.Size]byte

// String returns the digest in hexadecimal.
func (s State) String() string { return hex.EncodeToString(s[:]) }

// stateOf returns the digest of a state, in which the stage is a resource like any
// other.
func stateOf(alive []trace.Resource) State {
	texts := make([]string, len(alive))
	for i := range alive {
		texts[i] = alive[i].String()
	}
	slices.Sort(texts)
	var all []byte
	for _, text := range texts {
		all = append(binary.AppendUvarint(all, uint64(len(text))), text...)
	}
	return sha256.Sum256(all)
}

// stageOf returns the stage of a state; "" for none.
func stageOf(alive []trace.Resource) string {
	for _, r := range alive {
		if r.Pred == trace.StagePred {
			return r.Args[0].Head
		}
	}
	return ""
}
