package page

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Script is the name of the plain script that [Inline] returns, in a folder that has no modules.
const Script = "workshop.js"

// mainModule is the module that loads all others.
const mainModule = "main.js"

// Inline returns all modules as one plain script: browsers load no modules from disk. Each module becomes a function
// that returns its exports, and stands behind the modules that it imports. The script may stand in a page, too.
//
// Modules keep to forms that lines show: imports of names, `import {a, b as c} from './x.js';`, or of nothing; and
// exports of constants, functions and classes where they are declared. There are no cycles of imports.
func Inline() ([]byte, error) { return inlined() }

var inlined = sync.OnceValues(func() ([]byte, error) { return inline(Files) })

// Alone returns the page with a plain script in the place of the modules. Connect is the name of the script that
// connects it to its surroundings.
func Alone(connect string) ([]byte, error) {
	data, err := Files.ReadFile("index.html")
	if err != nil {
		return nil, err
	}
	for _, tag := range [][2]string{
		{`src="` + mainModule + `" type="module"`, `src="` + Script + `" defer`},
		{`src="` + Connect + `"`, `src="` + connect + `"`},
	} {
		if bytes.Count(data, []byte(tag[0])) != 1 {
			return nil, fmt.Errorf("index.html: want %s once", tag[0])
		}
		data = bytes.Replace(data, []byte(tag[0]), []byte(tag[1]), 1)
	}
	return data, nil
}

// The forms of modules.
var (
	importForm = regexp.MustCompile(`(?m)^import (?:\{([^{}]*)\} from )?'\./([\w-]+\.js)';$`)
	exportForm = regexp.MustCompile(`(?m)^export ((?:const|class|function|async function) ([\w$]+))`)
	otherForm  = regexp.MustCompile(`(?m)^[ \t]*(?:import|export)\b.*$|\bimport\s*[(.].*$|</script|<!--`)
	nameForm   = regexp.MustCompile(`^([\w$]+)(?: as ([\w$]+))?$`)
)

// inliner puts modules into one script.
type inliner struct {
	files fs.FS
	done  map[string][]string // names that the modules in the script export
	above []string            // modules that wait for their imports, the first outermost
	out   bytes.Buffer
}

func inline(files fs.FS) ([]byte, error) {
	in := &inliner{files: files, done: make(map[string][]string)}
	in.out.WriteString("(async () => {\n'use strict';\n")
	if err := in.add(mainModule); err != nil {
		return nil, err
	}
	in.out.WriteString("})();\n")
	return in.out.Bytes(), nil
}

// add writes a module behind all that it imports, unless it is there already.
func (in *inliner) add(name string) error {
	switch {
	case in.done[name] != nil:
		return nil
	case slices.Contains(in.above, name):
		return fmt.Errorf("%s: imports itself by way of %s", name, strings.Join(in.above, ", "))
	}
	data, err := fs.ReadFile(in.files, name)
	if err != nil {
		return err
	}
	in.above = append(in.above, name)
	var wrong []error
	text := importForm.ReplaceAllStringFunc(string(data), func(line string) string {
		m := importForm.FindStringSubmatch(line)
		err := in.add(m[2])
		names := ""
		if err == nil {
			names, err = in.names(m[1], m[2])
		}
		wrong = append(wrong, err)
		if names == "" {
			return ""
		}
		return "const {" + names + "} = " + variable(m[2]) + ";"
	})
	in.above = in.above[:len(in.above)-1]
	exports := []string{}
	for _, m := range exportForm.FindAllStringSubmatch(text, -1) {
		exports = append(exports, m[2])
	}
	text = exportForm.ReplaceAllString(text, "$1")
	if at := otherForm.FindStringIndex(text); at != nil {
		wrong = append(wrong, fmt.Errorf("%s:%d: cannot be in one script with others: %s", name,
			1+strings.Count(text[:at[0]], "\n"), strings.TrimSpace(text[at[0]:at[1]])))
	}
	if err := errors.Join(wrong...); err != nil {
		return err
	}
	in.done[name] = exports
	fmt.Fprintf(&in.out, "\n// ---- %s ----\nconst %s = await (async () => {\n%s\nreturn {%s};\n})();\n",
		name, variable(name), strings.Trim(text, "\n"), strings.Join(exports, ", "))
	return nil
}

// variable returns the name of the variable that holds the exports of a module.
func variable(name string) string {
	return "module_" + strings.ReplaceAll(strings.TrimSuffix(name, ".js"), "-", "_")
}

// names returns the names of an import of a module as a pattern has them.
func (in *inliner) names(list, module string) (string, error) {
	var names []string
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue // behind the last comma
		}
		m := nameForm.FindStringSubmatch(part)
		if m == nil || !slices.Contains(in.done[module], m[1]) {
			return "", fmt.Errorf("%s: no line exports %s by itself", module, part)
		}
		if m[2] != "" {
			m[1] += ": " + m[2]
		}
		names = append(names, m[1])
	}
	return strings.Join(names, ", "), nil
}
