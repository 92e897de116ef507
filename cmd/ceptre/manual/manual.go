// Package manual holds the user's manual, one Markdown page for each subject, and lays a
// page out as plain text.
package manual

import (
	"embed"
	"strings"
)

//go:embed *.md
var files embed.FS

// Page is the manual on one subject.
type Page struct {
	Name    string   // the subject, which is also the name of the file
	Summary string   // one line for a list of subjects
	Verbs   []string // the verbs that the page is about
}

// Pages returns all pages, in the order in which a new user would read them.
func Pages() []Page {
	return []Page{
		{"tutorial", "from nothing to a published site, in ten minutes", []string{"new"}},
		{"commands", "all commands, limits, messages, exit status", []string{"run", "moves", "sweep"}},
		{"workshop", "building a program in the browser, without writing syntax", []string{"edit", "convert"}},
		{"language", "how programs are written and what they mean", []string{"check", "explain", "fmt"}},
		{"logic", "games as logic programs: GDL and GGDL", nil},
		{"celf", "story worlds in Celf, and programs as files of Celf", nil},
		{"examples", "the programs in the folder examples", nil},
		{"playing", "playing a program at a terminal or in a browser", []string{"play", "serve"}},
		{"questions", "asking why, why not and what if", []string{"why", "whynot", "whatif", "rules", "threads"}},
		{"exploring", "what holds in all runs, and where they get stuck", []string{"explore"}},
		{"testing", "coverage of a program, and runs kept as tests", []string{"coverage", "test"}},
		{"proving", "what holds in all runs, proved or refuted", []string{"prove"}},
		{"expressive", "how different the runs of a program are", []string{"range"}},
		{"machines", "many runs in shards, on many machines", []string{"merge"}},
		{"clusters", "shards in containers: an image, Kubernetes, Nomad", nil},
		{"pictures", "the pictures of ceptre-graph, and themes", []string{"theme"}},
		{"gallery", "pictures that answer a question at a glance", nil},
		{"publishing", "runs as sites, e-books and pages", []string{"publish"}},
		{"writing", "the prose beside a program", []string{"prose"}},
		{"words", "the fixed words of pages, in four languages or your own", nil},
		{"traces", "the record of a run, and its file formats", []string{"trace"}},
		{"speed", "how fast programs run, measured", nil},
		{"editors", "colours and a language server for editors", []string{"lsp"}},
	}
}

// Find returns the page with a name.
func Find(name string) (Page, bool) {
	for _, p := range Pages() {
		if p.Name == name {
			return p, true
		}
	}
	return Page{}, false
}

// About returns the page about a verb.
func About(verb string) (Page, bool) {
	for _, p := range Pages() {
		for _, v := range p.Verbs {
			if v == verb {
				return p, true
			}
		}
	}
	return Page{}, false
}

// Markdown returns the page as it is written.
func (p Page) Markdown() string {
	text, err := files.ReadFile(p.Name + ".md")
	if err != nil {
		panic(err) // a test reads every page
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}
