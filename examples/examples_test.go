package examples

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A rule stands indented in a stage; a link begins a line and speaks of stages.
// Programs without stages have no prose.
var (
	named   = regexp.MustCompile(`(?m)^(?:  (\S+) : |(\S+) : qui )`)
	unnamed = regexp.MustCompile(`(?m)^(?:  [a-z]+ [A-Z].*-o|qui |stage \S+ -o)`)
	stage   = regexp.MustCompile(`(?m)^stage (\S+) = \{`)
	section = regexp.MustCompile(`(?m)^## (.*)$`)
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(FS, name)
	require.NoError(t, err)
	return string(text)
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := fs.Glob(FS, pattern)
	require.NoError(t, err)
	require.NotEmpty(t, files, pattern)
	return files
}

func TestProgramsSayWhatTheyAre(t *testing.T) {
	for _, file := range glob(t, "*.cep") {
		text := read(t, file)
		require.Regexp(t, `^% \w+: `, text, "%s: begins with its name", file)
		head, _, _ := strings.Cut(text, "\n\n")
		require.Contains(t, head, "Forms of the language shown:", file)
		require.Contains(t, text, "#trace ", "%s: can be run", file)
	}
}

func TestWorldsSayWhatTheyAre(t *testing.T) {
	for _, file := range glob(t, "*.clf") {
		text := read(t, file)
		require.True(t, strings.HasPrefix(text, "% "+strings.TrimSuffix(file, ".clf")+": "), "%s: begins with its name", file)
		head, _, _ := strings.Cut(text, "\n\n")
		require.Contains(t, head, "Forms of the language shown:", file)
		require.Contains(t, text, "#query ", "%s: can be run", file)
	}
}

// Games begin with a comment, too: their name, and what of their language they show.
func TestGamesSayWhatTheyAre(t *testing.T) {
	for _, file := range append(glob(t, "*.kif"), glob(t, "*.ggd")...) {
		text := read(t, file)
		name, _, _ := strings.Cut(file, ".")
		require.Regexp(t, `^(;|//) `+name+`: `, text, "%s: begins with its name", file)
		head, _, _ := strings.Cut(text, "\n\n")
		require.Contains(t, head, " Shown: ", file)
	}
}

// A title stands in the front matter or above the introduction.
func TestProseHasATitleAndAnIntroduction(t *testing.T) {
	for _, file := range glob(t, "*.md") {
		require.Regexp(t, `^(---\n(.*\n)+?---\n\n)?# \S.*\n\n\S|^---\ntitle: \S(.*\n)+?---\n\n\S`, read(t, file), file)
	}
}

// Every rule and link has a section, and every section tells something.
func TestProseTellsEveryRule(t *testing.T) {
	for _, file := range glob(t, "*.md") {
		if isWorld(file) {
			continue
		}
		program := read(t, strings.TrimSuffix(file, ".md")+".cep")
		var rules []string
		for _, m := range named.FindAllStringSubmatch(program, -1) {
			rules = append(rules, m[1]+m[2])
		}
		var made []string
		for _, name := range sections(t, file) {
			if !strings.Contains(program, name+" : ") {
				made = append(made, name)
				continue
			}
			rules = remove(t, rules, name, file)
		}
		require.Empty(t, rules, "%s: rules without a section", file)
		require.Len(t, made, len(unnamed.FindAllString(program, -1)), "%s: sections for rules without a name: %v", file, made)
		for _, name := range made {
			of, _, _ := strings.Cut(name, "/")
			require.Contains(t, stages(program), of, "%s: section %s", file, name)
		}
	}
}

// isWorld reports whether a text is that of a world in Celf.
func isWorld(text string) bool {
	_, err := fs.Stat(FS, strings.TrimSuffix(text, path.Ext(text))+".clf")
	return err == nil
}

// A declaration of a world is a rule, or an abbreviation of one, if there are braces behind an arrow. It may go on in
// indented lines.
var (
	worldRule = regexp.MustCompile(`(?m)^([a-z][\w-]*) : .*-o \{`)
	indented  = regexp.MustCompile(`\n +`)
)

// Each rule of a world in Celf has a scene, and each scene of its script a rule.
func TestScriptsTellEveryRule(t *testing.T) {
	scene := map[string]*regexp.Regexp{".md": regexp.MustCompile(`(?m)^## (\S+)(?: \(.*\))?$`),
		".scenes": regexp.MustCompile(`(?m)^:: (\S+)`)}
	for _, file := range glob(t, "*.clf") {
		var rules []string
		for _, m := range worldRule.FindAllStringSubmatch(indented.ReplaceAllString(read(t, file), " "), -1) {
			rules = append(rules, m[1])
		}
		var told []string
		for extension, heading := range scene {
			text, err := fs.ReadFile(FS, strings.TrimSuffix(file, ".clf")+extension)
			if err != nil {
				continue
			}
			for _, m := range heading.FindAllStringSubmatch(string(text), -1) {
				if !slices.Contains([]string{"initial", "final", "beginning", "ending", "story"}, m[1]) {
					told = append(told, m[1])
				}
			}
		}
		require.Greater(t, len(rules), 10, file)
		require.Subset(t, told, rules, "%s: rules without a scene", file)
		require.Subset(t, rules, told, "%s: scenes without a rule", file)
	}
}

// sections returns the names of the rules that a prose file has sections for, none of them
// empty, without their variants.
func sections(t *testing.T, file string) []string {
	t.Helper()
	text := read(t, file)
	var names []string
	at := section.FindAllStringSubmatchIndex(text, -1)
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		name := text[m[2]:m[3]]
		require.NotEmpty(t, strings.TrimSpace(text[m[1]:end]), "%s: section %s", file, name)
		name, _, _ = strings.Cut(name, " (")
		if !strings.Contains(name, " ") && name != "ending" && name != "story" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func stages(program string) []string {
	var names []string
	for _, m := range stage.FindAllStringSubmatch(program, -1) {
		names = append(names, m[1])
	}
	return names
}

// remove takes one name out of a list that must hold it.
func remove(t *testing.T, names []string, name, file string) []string {
	t.Helper()
	for i, n := range names {
		if n == name {
			return append(names[:i:i], names[i+1:]...)
		}
	}
	require.Fail(t, "no such rule, or a second section for it", "%s: section %s", file, name)
	return nil
}
