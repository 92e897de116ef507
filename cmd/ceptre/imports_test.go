package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// WARNING. These tables are the plan of the house. Do not edit them to make a
// build pass: an import that they refuse is a sign that the code stands in the
// wrong room. Change them only when the plan itself changes, in a commit that
// says why.

const module = "github.com/ceptre-graph/ceptre"

// mayImport says which of our packages each package may import. Tests of a
// package are held to the same row. Packages below cmd may import all.
var mayImport = map[string][]string{
	"lang/visible":    {}, // texts from outside, for everything that prints some
	"lang/syntax":     {"lang/visible"},
	"lang/label":      {"lang/english", "lang/visible"}, // names of rules, in programs and in traces
	"lang/english":    {},                               // numbers, nouns and lists in sentences
	"lang/bounded":    {},                               // inputs read whole, up to a bound
	"lang/corpustest": {},                               // corpora for tests
	"lang/digraph":    {},                               // graphs in DOT, for pictures, layouts and exports
	"lang/doubling":   {},                               // benchmarks of growing inputs
	"lang/scc":        {},                               // strongly connected components
	"lang":            {"lang/doubling", "lang/label", "lang/english", "lang/syntax"},
	"lang/diagnostic": {"lang/syntax"},                           // messages as JSON
	"lang/logic":      {"lang/label", "lang/scc", "lang/syntax"}, // logic programs as values
	"lang/asp": {"lang/asp/asptest", "lang/corpustest", "lang/doubling", "lang/label", "lang/logic",
		"lang/syntax"},
	"lang/asp/asptest": {}, // random rules, and what clingo answers
	"lang/gdl": {"lang/corpustest", "lang/english", "lang/label", "lang/logic",
		"lang/syntax"}, // games as logic programs
	"lang/grammar": {},
	"lang/assist":  {"examples", "lang", "lang/english", "lang/syntax"}, // what editors ask; tests read the examples
	"lang/units":   {},
	"lang/outline": {"lang", "lang/corpustest", "lang/english", "lang/syntax", "lang/units"},
	"lang/edit": {"examples", "lang", "lang/assist", "lang/corpustest", "lang/english",
		"lang/outline", "lang/syntax"},
	"lang/wrap":   {},              // programs in lines
	"lang/naming": {"lang/syntax"}, // names out of those of other languages
	"lang/webeditor": {"exec", "exec/trace", "lang", "lang/corpustest", "lang/english", "lang/naming", "lang/syntax",
		"lang/visible", "lang/wrap"}, // files of another editor; tests run the programs that come of them
	"lang/celf": {"exec", "exec/trace", "lang", "lang/corpustest", "lang/doubling", "lang/english", "lang/label",
		"lang/naming", "lang/scc", "lang/syntax", "lang/visible", "lang/wrap"}, // another language; tests run the programs
	"lang/celf/emit": {"exec", "lang", "lang/celf", "lang/celf/emit/emittest", "lang/corpustest", "lang/english",
		"lang/naming", "lang/syntax", "lang/visible", "lang/wrap"}, // tests run the programs
	"lang/celf/emit/emittest": {},             // programs for tests
	"lang/explain":            {"lang/label"}, // codes that are spelt almost so
	"exec/trace":              {"exec/trace/tracetest", "lang/label", "lang/visible"},
	"exec/trace/row":          {"exec/trace"},
	"exec/trace/json": {"exec/trace", "exec/trace/row", "exec/trace/tracefile",
		"exec/trace/tracetest"}, // the code knows no tracefile; tests read with it
	"exec/trace/compact": {"exec/trace", "exec/trace/json", "exec/trace/row", "exec/trace/tracefile",
		"exec/trace/tracetest", "lang/english"}, // the same
	"exec/trace/listing": {"exec/trace", "exec/trace/row", "exec/trace/tracetest", "lang/english", "lang/label",
		"lang/visible"},
	"exec/trace/tracefile": {"exec/trace", "exec/trace/compact", "exec/trace/json", "exec/trace/listing",
		"exec/trace/tracetest", "lang/english"}, // which form a file has
	"exec/trace/tracetest": {"exec/trace", "exec/trace/tracefile", "lang/label"}, // traces for tests
	"exec/trace/account":   {"exec/trace", "lang/label"},
	"exec/trace/foreign": {"exec/trace", "exec/trace/compact", "exec/trace/json", "exec/trace/listing",
		"exec/trace/tracefile", "lang/bounded", "lang/celf/proofterm", "lang/corpustest", "lang/doubling", "lang/english"},
	"exec/trace/shape": {"exec/goal",
		"exec/trace"}, // the code knows traces alone; tests read facts
	"exec/goal": {
		"exec/trace",
	}, // questions of facts, for all that have some
	"exec/term": {
		"exec/trace", "lang",
	}, // terms of programs: their values, and the forms of these
	"exec/prove": {"exec/prove/provetest", "exec/term", "exec/trace", "exec/trace/shape",
		"lang"}, // backward chaining
	"exec/prove/provetest": {"lang"}, // an oracle for tests
	"exec/match":           {"exec/premises", "exec/term", "exec/trace", "lang"},
	"exec/premises":        {"exec/term", "lang"},
	"exec": {"exec/match", "exec/premises", "exec/prove", "exec/prove/provetest", "exec/statement", "exec/term",
		"exec/trace",
		"exec/trace/compact", "exec/trace/json", "exec/trace/listing", "exec/trace/shape", "exec/trace/tracefile", "lang",
		"lang/corpustest", "lang/doubling"},
	"exec/console": {"exec", "lang", "lang/visible"},
	"exec/farkas":  {}, // linear equations in natural numbers, for what counts rules or facts
	"exec/itself":  {}, // the running program, started once more
	"exec/limit":   {"exec"},
	"exec/statement": {"exec/match", "exec/premises", "exec/prove", "exec/term", "exec/trace", "lang",
		"lang/english"}, // what programs claim of states
	"exec/explore": {"exec", "exec/goal", "exec/match", "exec/premises", "exec/prove", "exec/replay/replaytest",
		"exec/statement", "exec/term",
		"exec/trace", "exec/trace/shape", "lang"},
	"exec/celfproof": {"examples", "exec", "exec/replay", "exec/term", "exec/trace", "lang", "lang/celf",
		"lang/celf/emit", "lang/celf/emit/emittest", "lang/celf/proofterm", "lang/english",
		"lang/syntax"}, // answers of Celf as traces
	"exec/solution": {"exec", "exec/prove", "exec/term", "exec/trace", "lang",
		"lang/syntax"}, // whether the end of a run meets its goal; tests put goals into trees
	"exec/induction": {"exec", "exec/prove", "exec/replay/replaytest", "exec/statement", "exec/term",
		"lang"}, // only tests run the engine
	"exec/explore/temporal": {"exec", "exec/explore", "exec/goal", "exec/replay/replaytest", "exec/statement", "exec/term",
		"exec/trace", "lang"}, // questions about all runs, of the graph that a search found
	"exec/explore/stubborn": {"exec/explore", "exec/goal", "exec/prove", "exec/replay/replaytest", "exec/statement",
		"exec/term", "exec/trace",
		"lang"}, // a reducer of searches; tests compare with whole spaces
	"exec/explore/symmetry": {"exec", "exec/explore", "exec/explore/stubborn", "exec/goal", "exec/replay/replaytest",
		"exec/term", "exec/trace",
		"lang"}, // a symmetry of searches; tests compare with whole spaces, and with both reductions
	"exec/structure": {"exec", "exec/farkas", "exec/replay/replaytest", "exec/verdict/verdicttest", "lang",
		"lang/english"}, // the code runs nothing; tests compare with the states of runs
	"exec/verdict/verdicttest": {"exec", "lang"}, // programs for tests
	"exec/certify": {"exec", "exec/prove", "exec/replay/replaytest", "exec/statement", "exec/structure", "exec/term",
		"exec/verdict/verdicttest", "lang"}, // the code shares nothing with the provers; tests make lemmas with structure
	"exec/verdict": {"exec", "exec/certify", "exec/explore", "exec/induction", "exec/prove", "exec/statement",
		"exec/structure", "exec/verdict/verdicttest", "lang", "lang/english"}, // verdicts on the statements of a program
	"exec/logic": {"exec/logic/ground", "exec/logic/stable", "exec/logic/stable/clingo", "lang/asp",
		"lang/asp/asptest", "lang/corpustest", "lang/gdl", "lang/logic",
		"lang/syntax"}, // the code knows no language; tests play games
	"exec/logic/ground": {"lang/logic"}, // what the grounder hands to the solver
	"exec/logic/game": {"examples", "exec/logic", "exec/logic/ground", "exec/trace", "exec/trace/listing", "lang/asp",
		"lang/corpustest", "lang/gdl", "lang/logic", "lang/syntax"}, // games and their traces
	"exec/logic/stable": {"exec/logic/ground", "exec/logic/stable/stabletest", "lang/logic", "lang/scc", "lang/syntax"},
	"exec/logic/stable/clingo": {"exec/logic/ground", "exec/logic/stable",
		"exec/logic/stable/stabletest"}, // programs without models are explained by stable
	"exec/logic/stable/stabletest": {"exec/logic/ground", "lang/logic"},
	"exec/workload": {"exec", "exec/trace", "exec/trace/compact",
		"lang"}, // the code knows traces alone; tests run the engine
	"causal": {"causal/causaltest", "exec/goal", "exec/trace", "exec/trace/shape", "lang/label", "lang/english",
		"lang/visible"},
	"causal/cast": {"causal", "causal/causaltest", "exec/trace", "exec/trace/shape", "lang/label", "lang/english",
		"lang/visible"}, // who the characters are, and where
	"causal/causaltest": {"causal", "causal/cast", "causal/hash", "causal/kinds", "causal/rules", "causal/story",
		"exec", "exec/trace", "lang", "lang/corpustest"}, // runs for tests; the code knows traces alone
	"causal/compare":  {"causal", "causal/causaltest", "causal/hash", "exec/trace"},
	"causal/kinds":    {"causal", "causal/causaltest", "exec/trace"},
	"causal/rules":    {"causal", "causal/causaltest", "causal/kinds", "exec/farkas", "exec/trace"},
	"causal/timeline": {"causal", "causal/causaltest", "causal/kinds", "exec/trace"},
	"causal/hash":     {"causal", "causal/causaltest", "exec/trace", "exec/trace/json", "exec/trace/tracefile"},
	"causal/export": {"causal", "causal/cast", "exec/trace", "exec/trace/tracefile", "lang/digraph",
		"lang/visible"},
	"causal/influence": {"causal", "causal/statistics", "causal/sweep", "causal/sweep/mergeable", "causal/sweep/total",
		"exec/trace", "lang"}, // the code knows graphs alone; tests make runs
	"causal/statistics":  {}, // intervals and corrections, for all that counts runs
	"causal/sweep/fleet": {}, // how long sweeps on many machines take, simulated
	"causal/sweep": {"causal", "causal/hash", "causal/kinds", "causal/sweep/mergeable",
		"causal/sweep/sweeptest", "exec", "exec/goal", "exec/solution", "exec/statement", "exec/trace", "exec/trace/shape",
		"lang"},
	"causal/sweep/shard": {"causal/hash", "causal/sweep", "causal/sweep/mergeable", "causal/sweep/total",
		"exec/solution", "exec/trace", "lang/visible"}, // files of runs, which name what they count
	"causal/metric": {"causal", "causal/causaltest", "causal/inquiry", "causal/report", "causal/report/table",
		"causal/sweep", "causal/sweep/total", "exec/trace", "lang", "lang/label", "lang/visible"}, // tests run the engine
	"causal/expressive": {"causal/hash", "causal/report", "causal/report/stream", "causal/report/table",
		"causal/statistics", "causal/sweep", "causal/sweep/joint", "causal/sweep/mergeable", "causal/sweep/summary",
		"causal/sweep/total", "exec/trace",
		"lang/english"}, // many runs by two metrics; tests make up runs
	"causal/presence": {"causal", "exec/trace"}, // who is where, for words and for pictures
	"causal/grid": {
		"causal", "exec/goal", "exec/trace", "lang/corpustest",
	}, // where on a grid things are
	"causal/story": {"causal", "causal/causaltest", "exec/trace"},
	"causal/turns": {"causal", "causal/rules", "exec", "exec/trace",
		"lang"}, // the code knows traces alone; tests run the engine
	"causal/fold": {"causal", "causal/cast", "causal/causaltest", "causal/compare", "causal/turns", "exec/trace",
		"lang/label", "lang/visible"}, // what of a run is looked at, before it is drawn
	"causal/inquiry": {
		"causal", "causal/hash", "causal/kinds", "causal/rules", "causal/story", "exec", "exec/goal", "exec/prove",
		"exec/rename", "exec/replay", "exec/replay/replaytest", "exec/term", "exec/trace", "exec/trace/shape", "lang",
	},
	"causal/report": {
		"causal", "causal/compare", "causal/inquiry", "causal/kinds", "causal/rules", "causal/story", "exec", "exec/explore",
		"exec/goal", "exec/replay", "exec/structure", "exec/term", "exec/trace", "exec/trace/json", "exec/trace/listing",
		"exec/trace/shape", "exec/trace/tracefile", "exec/verdict", "lang", "lang/english", "lang/label", "lang/syntax",
		"lang/visible",
	}, // answers in words, and as JSON
	"themes": {"lang/bounded"},
	// Traces are turned back into states beside the machine, and need no graph of causes.
	"exec/rename": {"exec/trace", "lang", "lang/label"},
	"exec/replay": {"exec", "exec/replay/replaytest", "exec/statement", "exec/trace", "exec/trace/compact",
		"exec/trace/json",
		"exec/trace/tracefile", "lang", "lang/label", "lang/english"},
	"exec/session": {"exec", "exec/goal", "exec/rename", "exec/replay", "exec/solution", "exec/term", "exec/trace",
		"exec/trace/json", "exec/trace/shape", "lang"},
	"exec/replay/replaytest": {"exec", "exec/trace", "lang"}, // programs and runs for tests
	// What a picture shows stands between views, layouts and writers, so that none of
	// these knows another.
	"render": {
		"causal", "causal/cast", "causal/compare", "causal/fold", "causal/grid", "causal/influence", "causal/kinds",
		"causal/presence", "causal/rules", "causal/timeline", "exec/trace", "exec/trace/json", "lang/english", "lang/visible",
		"render/ascii",
		"render/board", "render/diagram",
		"render/dot", "render/fonts", "render/graphviz", "render/lanes", "render/layered", "render/plot", "render/rooms",
		"render/rows", "render/shorten", "render/showing", "render/svg", "themes",
	},
	"render/chromium":  {}, // a browser for tests
	"render/diagram":   {"render/fonts", "themes"},
	"render/fonts":     {},
	"render/usercache": {}, // the user's folder for what takes long to make: code of Graphviz, engines of pages
	"render/shorten":   {}, // labels that stay different, for pictures, pages and the terminal
	"render/showing":   {}, // which facts are arrows, and which are told in words
	"render/graphviz": {"exec/itself", "lang/digraph", "render/diagram", "render/fonts", "render/graphviz/hollow",
		"render/usercache"},
	// It has to be initialized before Graphviz is, so it imports nothing.
	"render/graphviz/hollow": {},
	"render/layered":         {"render/diagram", "render/fonts"},
	"render/lanes":           {"render/diagram", "render/fonts", "render/shorten"},
	"render/states": {"exec", "exec/explore", "lang", "lang/english", "lang/visible",
		"render/diagram"}, // what the search of states has found, apart from views of runs
	"render/board": {"causal", "causal/grid", "exec/trace", "lang/visible", "render/diagram",
		"render/fonts", "themes"}, // moments of a grid, with their places
	"render/histogram": {"causal/expressive", "causal/metric", "causal/sweep", "causal/sweep/total", "exec", "lang",
		"lang/english", "lang/visible", "render/diagram", "render/fonts"}, // counts of runs; tests make some
	"render/rooms": {"render/diagram"}, // the layout of the inside of rooms is a parameter
	"render/rows": {"render/diagram", "render/fonts", "render/layered",
		"render/shorten"}, // tests break what that has laid out
	"render/dot":   {"lang/digraph", "render/diagram", "themes"},
	"render/svg":   {"render/chromium", "render/diagram", "render/fonts", "themes"},
	"render/plot":  {"render/diagram", "render/fonts", "themes"},
	"render/ascii": {"lang/visible", "render/diagram"},
	// A site is made in rooms of its own: what authors write and how a run is cut know
	// nothing of each other, events are told from both, and pages are made of it all.
	"site": {
		"causal/hash", "causal/kinds", "causal/rules", "render", "render/chromium", "render/diagram", "render/fonts",
		"render/lanes", "render/rows", "render/showing", "render/svg", "causal", "causal/cast", "exec/trace", "site/code",
		"site/prose",
		"site/scenes", "site/sitetest", "site/tell", "site/words", "themes", "lang/english", "exec/trace/json",
		"exec/trace/tracefile", "lang/visible", "site/locale",
	},
	"site/rangepage": {"causal/expressive", "causal/metric", "causal/report/table", "causal/sweep",
		"causal/sweep/total", "lang", "lang/visible", "render/chromium", "render/fonts", "render/histogram", "render/svg",
		"themes"}, // the page of many runs; tests make some
	"site/locale": {"lang/english", "site/words"}, // the fixed words of pages by language; tests compare the English ones
	"site/words":  {"lang/english", "lang/visible"},
	"site/code":   {"lang/grammar", "lang/visible", "site/markup", "site/sitetest", "site/words", "themes"},
	"site/markup": {},
	"site/prose": {"lang/english", "exec/goal", "exec/trace", "lang/label", "lang/visible", "site/code", "site/locale",
		"site/markup", "site/sitetest", "site/words"},
	"site/scenes": {"causal", "causal/cast", "causal/presence", "exec/trace", "site/sitetest"},
	"site/tell": {"lang/english", "causal", "causal/cast", "exec/goal", "exec/trace", "exec/trace/shape",
		"lang/visible", "render/shorten", "site/locale", "site/markup", "site/prose", "site/scenes", "site/sitetest",
		"site/words"},
	"site/sitetest": {"exec/trace"},
	// Other shelves take a site that is there.
	"site/shelftest": {"causal", "exec/trace", "site", "site/locale", "site/prose", "site/sitetest"},
	"site/dom":       {},
	"site/epub": {"site/locale", "site/shelftest", "causal", "exec/trace", "site", "site/prose", "site/dom",
		"site/scenes", "site/sitetest", "site/words"},
	"site/single": {"site/shelftest", "causal", "exec/trace", "site", "site/prose", "site/dom", "site/scenes",
		"site/sitetest", "site/words"},
	"site/shelf": {"site", "site/epub", "site/single", "site/twee", "causal", "exec/trace", "site/shelftest",
		"site/sitetest"},
	"site/twee": {"site/shelftest", "causal", "exec/trace", "site", "site/prose", "site/dom", "site/scenes",
		"site/sitetest", "site/words", "lang/english"},
	"examples": {},

	// Many runs of a program.
	"causal/golden": {"causal", "causal/hash", "causal/inquiry", "causal/report", "exec", "exec/goal",
		"exec/rename", "exec/trace", "lang", "lang/corpustest", "lang/english"},
	"causal/report/table": {"causal/report"},
	"causal/report/claims": {"causal/report", "exec", "exec/explore", "exec/explore/temporal", "exec/term",
		"exec/trace", "exec/trace/shape", "lang", "lang/english"}, // claims about all runs
	// Statistics that add up, for all that counts runs.
	"causal/sweep/mergeable": {"causal/sweep/laws"},
	"causal/sweep/laws":      {},                                              // for tests
	"causal/sweep/joint":     {"causal/sweep/laws", "causal/sweep/mergeable"}, // values of metrics
	"causal/sweep/sweeptest": {"causal/sweep", "causal/sweep/mergeable"},      // an oracle for tests
	"causal/sweep/total": {"causal/sweep", "causal/sweep/mergeable", "causal/sweep/sweeptest", "exec/goal",
		"exec/solution", "exec/trace", "lang"}, // what came of runs, without their rows
	"causal/report/stream": {}, // JSON that is written item by item
	"causal/sweep/summary": {"causal", "causal/influence", "causal/inquiry", "causal/report", "causal/report/stream",
		"causal/report/table", "causal/rules", "causal/statistics", "causal/sweep", "causal/sweep/mergeable",
		"causal/sweep/shard",
		"causal/sweep/total", "exec", "exec/goal", "exec/trace", "lang", "lang/english", "lang/visible"},
	"causal/coverage": {"causal/inquiry", "causal/report", "causal/report/table", "causal/sweep",
		"causal/sweep/mergeable", "causal/sweep/shard", "causal/sweep/summary", "causal/sweep/sweeptest",
		"causal/sweep/total", "exec", "exec/trace", "lang", "lang/corpustest", "lang/english", "lang/syntax"},
}

// doors say where each third-party library may be imported: in one file, or
// anywhere below a folder. A library with two doors serves packages of which neither imports the other.
var doors = map[string]string{
	"github.com/goccy/go-graphviz":          "render/graphviz/", // in worker.go; a test of hollow needs it, too
	"codeberg.org/go-fonts/dejavu":          "render/fonts/fonts.go",
	"codeberg.org/go-pdf/fpdf":              "render/plot/pdf.go",
	"git.sr.ht/~sbinet/gg":                  "render/plot/png.go",
	"github.com/clipperhouse/displaywidth":  "render/ascii/text.go",
	"github.com/cli/browser":                "cmd/cli/open.go",
	"github.com/fsnotify/fsnotify":          "cmd/cli/watch.go",
	"github.com/schollz/progressbar/v3":     "cmd/cli/progress.go",
	"github.com/yuin/goldmark":              "site/prose/markdown.go cmd/ceptre/manual/text.go",
	"github.com/alecthomas/chroma/v2":       "site/code/code.go",
	"go.yaml.in/yaml/v3":                    "site/prose/front.go cmd/ceptre/clusters_test.go",
	"github.com/microcosm-cc/bluemonday":    "site/prose/sanitize.go",
	"github.com/spf13/cobra":                "cmd/",
	"charm.land/lipgloss/v2":                "cmd/cli/colour.go",
	"github.com/charmbracelet/colorprofile": "cmd/cli/colour.go",
	"charm.land/bubbletea/v2":               "cmd/play/tui/",
	"charm.land/bubbles/v2":                 "cmd/play/tui/",
	"github.com/charmbracelet/x/ansi":       "cmd/play/tui/ cmd/ceptre/manual/text.go",
	"github.com/parquet-go/parquet-go":      "causal/sweep/summary/", // in parquet.go, which a test reads back
	"github.com/creachadair/jrpc2":          "cmd/lsp/",
	"golang.org/x/term":                     "cmd/cli/progress.go",
	"golang.org/x/text":                     "site/locale/",
	"golang.org/x/sys":                      "cmd/durable/ exec/trace/json/spill_linux.go",
	"github.com/mozillazg/go-unidecode":     "site/paths.go",
	"github.com/creack/pty":                 "cmd/ceptre/dialogue_test.go",
	"github.com/go-air/gini":                "exec/logic/stable/",
	"github.com/axiomhq/hyperloglog":        "causal/sweep/mergeable/",
	"github.com/apache/beam/sdks/v2":        "cmd/ceptre-beam/", // a module of its own
	"gonum.org/v1/gonum":                    "causal/",          // in rules, statistics and tests
}

// violations returns the imports below root that the tables refuse, sorted.
func violations(root string) ([]string, error) {
	var bad []string
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && strings.HasPrefix(d.Name(), ".") && file != root {
			return skip(err)
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") {
			return nil
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range tree.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if why := refuse(filepath.ToSlash(rel), name); why != "" {
				bad = append(bad, why)
			}
		}
		return nil
	})
	slices.Sort(bad)
	return bad, err
}

func skip(err error) error {
	if err != nil {
		return err
	}
	return fs.SkipDir
}

// refuse says why a file may not import a package; "" where it may.
func refuse(file, name string) string {
	for library, door := range doors {
		allowed := slices.ContainsFunc(strings.Fields(door), func(place string) bool {
			return file == place || strings.HasSuffix(place, "/") && strings.HasPrefix(file, place)
		})
		if !allowed && (name == library || strings.HasPrefix(name, library+"/")) {
			return fmt.Sprintf("%s imports %s, whose door is %s", file, name, door)
		}
	}
	ours, ok := strings.CutPrefix(name, module+"/")
	room := path.Dir(file)
	if !ok || room == "cmd" || strings.HasPrefix(room, "cmd/") || ours == room {
		return ""
	}
	row, known := mayImport[room]
	if !known {
		return fmt.Sprintf("%s is in %s, which is not in the table", file, room)
	}
	if !slices.Contains(row, ours) {
		return fmt.Sprintf("%s imports %s; %s may import %v", file, ours, room, row)
	}
	return ""
}

func TestImportsKeepToThePlan(t *testing.T) {
	bad, err := violations("../..")
	require.NoError(t, err)
	require.Empty(t, bad)
}

// Every package of the plan exists, and nothing stands at the top level but the
// plan's folders, what tools expect there, and what git ignores.
func TestTopLevel(t *testing.T) {
	for _, room := range slices.Sorted(maps.Keys(mayImport)) {
		require.DirExists(t, filepath.Join("../..", room))
	}
	allowed := strings.Fields(".ci .git .gitignore ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md LICENSE README.md " +
		"ceptre ceptre-graph cmd causal examples exec go.mod go.sum lang public render site themes")
	entries, err := os.ReadDir("../..")
	require.NoError(t, err)
	for _, e := range entries {
		require.Contains(t, allowed, e.Name())
	}
}

// The check fails when an arrow is added against the table.
func TestImportsAgainstThePlanAreFound(t *testing.T) {
	planted := map[string]string{
		"lang/a.go":                   module + "/exec",
		"causal/b_test.go":            module + "/exec",
		"examples/c.go":               module + "/lang",
		"attic/d.go":                  module + "/lang",
		"render/e.go":                 "github.com/goccy/go-graphviz/cgraph",
		"site/f.go":                   "github.com/yuin/goldmark",
		"exec/g.go":                   "github.com/spf13/cobra",
		"render/plot/pdf.go":          "codeberg.org/go-pdf/fpdf",
		"site/prose/markdown.go":      "github.com/yuin/goldmark/ast",
		"cmd/ceptre/h.go":             module + "/lang",
		"causal/inquiry/i.go":         module + "/exec",
		"lang/j.go":                   module + "/lang/syntax",
		"exec/k.go":                   "github.com/stretchr/testify/require",
		"exec/trace/l_test.go":        module + "/exec/trace",
		"cmd/ceptre-graph/deep/m.go":  "github.com/spf13/cobra/doc",
		"site/templates/not-go.html":  "",
		".hidden/n.go":                module + "/exec",
		"themes/stage/o.go":           module + "/render",
		"lang/syntax/p.go":            "fmt",
		"causal/inquiry/q_test.go":    module + "/render",
		"render/graphviz/other.go":    "github.com/goccy/go-graphviz",
		"render/graphs/other.go":      "github.com/goccy/go-graphviz",
		"github.com/goccy/fake/r.go":  "strings",
		"cmd/ceptre/testdata/s.go":    "os",
		"exec/trace/testdata/plain.x": "",
	}
	root := t.TempDir()
	for file, name := range planted {
		full := filepath.Join(root, file)
		require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o755))
		require.NoError(t, os.WriteFile(full, []byte(fmt.Sprintf("package x\n\nimport _ %q\n", name)), 0o644))
	}
	bad, err := violations(root)
	require.NoError(t, err)
	var files []string
	for _, b := range bad {
		files = append(files, strings.Fields(b)[0])
	}
	require.Equal(t, []string{
		"attic/d.go", "causal/b_test.go", "causal/inquiry/q_test.go", "examples/c.go", "exec/g.go", "lang/a.go",
		"render/e.go", "render/graphs/other.go", "site/f.go", "themes/stage/o.go",
	}, files)
}
