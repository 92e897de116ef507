package certify

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// Inductive returns the statements, in their order, that a certificate can claim by rules: the greatest part of which
// each keeps the others. Statements that hold at the start are wanted; of lemmas, only those remain
// without which some wanted statement is lost.
func Inductive(ctx context.Context, prog *lang.Program, start *lang.Start, wanted, lemmas []*lang.Statement) (
	kept, needed []*lang.Statement) {
	isWanted := func(s *lang.Statement) bool { return slices.Contains(wanted, s) }
	count := func(all []*lang.Statement) (n int) {
		for _, s := range all {
			if isWanted(s) {
				n++
			}
		}
		return n
	}
	alone, all := greatest(ctx, prog, start, wanted), greatest(ctx, prog, start, slices.Concat(wanted, lemmas))
	if len(alone) >= count(all) { // lemmas do not help; they may be in the way, as each makes more cases
		return alone, nil
	}
	for _, s := range lemmas {
		if ctx.Err() != nil || !slices.Contains(all, s) || isWanted(s) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(all), func(t *lang.Statement) bool { return t == s })
		rest := greatest(ctx, prog, start, others)
		if count(rest) == count(all) {
			all = rest
		}
	}
	for _, s := range all {
		if isWanted(s) {
			kept = append(kept, s)
		} else {
			needed = append(needed, s)
		}
	}
	return kept, needed
}

// greatest returns the greatest part of some statements that keep each other, as in Houdini (Flanagan and Leino,
// "Houdini, an annotation assistant for ESC/Java", FME 2001); nothing if the context ends.
func greatest(ctx context.Context, prog *lang.Program, start *lang.Start, all []*lang.Statement) []*lang.Statement {
	for {
		k := newInduction(ctx, prog, start, all)
		if ctx.Err() != nil {
			return nil
		}
		lost := func(s *lang.Statement) bool {
			return slices.ContainsFunc(prog.Rules(), func(r *lang.Rule) bool { return !k.keeps(s, r) })
		}
		rest := slices.DeleteFunc(slices.Clone(all), lost)
		if len(rest) == len(all) {
			return all
		}
		all = rest
	}
}
