package emit

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/wrap"
)

// section is a part of the file that is being written: comments, declarations and blank lines between them.
type section struct {
	bytes.Buffer
	wide bool // a blank line ends the text
}

// add writes declarations in the layout of [celf.Fprint].
func (s *section) add(decls ...celf.Decl) {
	if err := celf.Fprint(s, &celf.File{Decls: decls}); err != nil {
		panic(err) // a buffer takes everything
	}
	s.wide = false
}

// template writes a text in which `$name` or `${name}` stands for the value of a name in the map.
func (s *section) template(text string, names map[string]string) {
	s.WriteString(os.Expand(text, func(name string) string { return names[name] }))
	s.wide = false
}

// gap ends the text so far with a blank line. It does nothing at the start or behind a blank line.
func (s *section) gap() {
	if s.Len() > 0 && !s.wide {
		s.WriteByte('\n')
		s.wide = true
	}
}

// comment writes a comment, in lines that are not too long.
func (s *section) comment(format string, args ...any) {
	s.WriteString(wrap.Words(strings.Fields(fmt.Sprintf(format, args...)), "% ", "%   "))
	s.wide = false
}
