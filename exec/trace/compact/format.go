// Package compact reads and writes traces in a binary form, some 10 bytes a step of long runs.
//
// # Files
//
// A file, by convention named .ctrace, is the magic, the version byte and sections. Numbers are
// varints as encoding/binary writes them (uvarint; signed numbers in zig-zag). A text is its
// length in bytes followed by the bytes. A part is likewise its length and its bytes. A section is
//
//	kind     1 byte
//	body     a part
//	checksum 4 bytes, little-endian: CRC-32 (Castagnoli) of all of the above
//
// The kinds, in this order: `H` the header, as the JSON of JSON Lines; any number
// of `B` blocks; at most one `E` the end; `X` the index. Behind the index stand, in
// 8 bytes, little-endian, the offset where it begins, and tail. A file without
// index or tail was cut off; all blocks before are good.
//
// The end is the number of resources alive, their ids, each as the difference from
// the one before (signed), and, to the end of the section, the JSON of the rest.
//
// The index is the number of blocks, then for each the size of its section, the
// number of its steps and of the resources made in it.
//
// # Blocks
//
// A block holds records of a run in a row, and can be read by itself. Its body:
//
//	step     the id of the step before, 0 at first
//	next     the next id of a resource, 1 at first
//	rows     how many rows follow
//	symbols  a part: the terms used in the block that the header does not declare
//	shapes   a part: the shapes of its rows
//	columns  five parts: shapes of rows, ids, terms, uses, choices
//
// The constants that the header declares are the first symbols of all blocks; constants of small
// types come first: see sharedConstants. (Version 1 of the form has none.) The other symbols stand
// in the block. A symbol is a number n, its head (a text), and n/2 arguments; where n is odd, it
// is a numeral too large for the other encodings. An argument is 2i for the symbol i, which stands
// before, or 2n+1 for the numeral n. All subterms are smaller than [trace.Numeral] says, and none has
// more than [trace.MaxTermSize] bytes.
//
// A row is a step with the resources it makes, or a resource of the initial state. Rows share most
// of their content with other rows. The shared content is their shape, which is
//
//	flags     a number: 1 if initial, plus 2 if odd, plus 4, 8 or 12 if it was chosen by
//	          chance, by the player or by the script, plus 16 times the variant of the rule
//	rule, stage  texts; empty for a resource of the initial state
//	counts    of arguments, consumed, read, made, proved, absent, sensed and done
//	          (versions 1 and 2 of the form have no count of absent ones)
//	facts     for each of the last five: a predicate (a text), and twice the number
//	          of its arguments, plus 1 if it is permanent
//	sources   where each argument comes from, those of the rule first, then those
//	          of the facts: 0 from the symbols, 1 it is a numeral, 2+i it is
//	          argument i of the rule
//
// The columns hold the rest, row by row:
//
//   - shapes: the number of the shape, from 0;
//   - ids, for odd shapes only: the step as difference from the one after the step
//     before (signed), each resource made as difference from the next id (signed), and
//     the resources produced, in order, as indexes into the resources made, from 0. In all
//     others the ids count up and all resources made are produced in that order;
//   - terms: for each source 0 a number of a symbol, for each source 1 a numeral;
//   - uses: for each resource consumed, then read: 0 for the one at this place of the
//     shape the last time, 2d for the id that is d below the next id, 2n+1 for the id n;
//   - choices, for steps only: the difference from the step before (signed), from 0
//     at first.
//
// The next id is the one after the last resource made. Facts, and arguments taken from those of
// the rule, take no bytes of a row. To keep a small file from filling a large memory, a shape with
// more than maxFree of both serves one row only, and the arguments of a row, of its rule and of
// all its facts, have together no more than maxRowSize bytes, as Size of [trace.Term] counts them.
package compact

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

const (
	// magic is no UTF-8, and its line end would not survive as text.
	magic = "\x89ctrace\n"
	tail  = "ctrace.\n"
	// version is the version written; versions from oldest on are read, too.
	version = 3
	oldest  = 1
	// sharedSince is the first version with shared constants, absentSince that with absent facts.
	sharedSince = 2
	absentSince = 3
	// maxFree is how much of a row may take no bytes.
	maxFree = 16
	// maxRowSize is how many bytes the arguments of a row may have, as text.
	maxRowSize = 4 * trace.MaxTermSize
	// blockSize and blockRows are about how large a block gets.
	blockSize = 1 << 19
	blockRows = 1 << 16
	// maxBlockSize is about how large a block gets of which more than one part in namesShare
	// is names, most of which blocks before said, too.
	maxBlockSize = 1 << 24
	namesShare   = 8
)

// The kinds of sections.
const (
	headerSection = 'H'
	blockSection  = 'B'
	endSection    = 'E'
	indexSection  = 'X'
)

// The flags of a shape. The chooser stands above chosenShift, the variant of the rule above
// variantShift.
const (
	initialFlag = 1 << iota
	oddFlag
	chosenShift  = iota
	variantShift = chosenShift + 2
	// chosenMask is all but the variant.
	chosenMask = 1<<variantShift - 1
)

// choosers are the choosers by the numbers that shapes have for them.
var choosers = [...]trace.Chosen{"", trace.ByChance, trace.ByPlayer, trace.ByScript}

// checksums are those of sections.
var checksums = crc32.MakeTable(crc32.Castagnoli)

// appendSection appends a section.
func appendSection(b []byte, kind byte, body []byte) []byte {
	from := len(b)
	b = append(b, kind)
	b = binary.AppendUvarint(b, uint64(len(body)))
	b = append(b, body...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[from:], checksums))
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
