package runs

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// First returns a command that records the first golden run of a program. The command also
// works without a player.
func First(file string, prog *lang.Program) string {
	words := []string{"ceptre", "test", ShellWord(file), "--bless"}
	switch from, ok := anyStart(prog); {
	case !ok:
		return "give it a #trace, from which there could be one"
	case len(from) == 0 && !slices.ContainsFunc(prog.Stages, func(s *lang.Stage) bool { return s.Interactive }):
		words = append(words, "--seed", "1")
	default:
		words = append(append(words, from...), "--choose", "random", "--name", "random")
	}
	return "bless one: " + strings.Join(words, " ")
}

// anyStart returns the flags that say where a run starts, none where the program says so
// itself, and whether there is such a place.
func anyStart(prog *lang.Program) (flags []string, ok bool) {
	if len(prog.Traces) > 0 {
		return nil, true
	}
	stage := slices.IndexFunc(prog.Stages, func(s *lang.Stage) bool { return s.Name != "" })
	context := slices.IndexFunc(prog.Contexts, func(c *lang.Context) bool { return c.Name != "" })
	if stage < 0 || context < 0 {
		return nil, false
	}
	return []string{"--stage", ShellWord(prog.Stages[stage].Name), "--context", ShellWord(prog.Contexts[context].Name)},
		true
}

// ShellWord returns a text as shells read it: as one word, whatever it holds.
func ShellWord(text string) string {
	if plainWord.MatchString(strings.ReplaceAll(text, string(filepath.Separator), "/")) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// plainWord matches what means nothing but itself to shells.
var plainWord = regexp.MustCompile(`^[\pL\pN_@%+:,./-]+$`)
