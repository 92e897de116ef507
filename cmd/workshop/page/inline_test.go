package page

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// modules makes a folder of modules.
func modules(files map[string]string) fstest.MapFS {
	all := fstest.MapFS{}
	for name, text := range files {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

func TestInline(t *testing.T) {
	script, err := inline(modules(map[string]string{
		"main.js": "import {a, f as g} from './a-b.js';\nimport './c.js';\nif (await g()) a();\n",
		"a-b.js": "// a\nimport {\n\tC,\n} from './c.js';\nexport const a = () => new C(), other = 1;\n" +
			"export async function f() {}\n",
		"c.js": "export class C {}\n",
		"d.js": "never read",
	}))
	require.NoError(t, err)
	require.Equal(t, `(async () => {
'use strict';

// ---- c.js ----
const module_c = await (async () => {
class C {}
return {C};
})();

// ---- a-b.js ----
const module_a_b = await (async () => {
// a
const {C} = module_c;
const a = () => new C(), other = 1;
async function f() {}
return {a, f};
})();

// ---- main.js ----
const module_main = await (async () => {
const {a, f: g} = module_a_b;

if (await g()) a();
return {};
})();
})();
`, string(script))
}

// Forms that would mean something else in one script are errors.
func TestInlineRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"export let a = 1;\n":                   "main.js:1: cannot be in one script",
		"\nexport {a};\n":                       "main.js:2:",
		"export default 1;\n":                   "main.js:1:",
		"import a from './a.js';\n":             "main.js:1:",
		"import {a} from 'a';\n":                "main.js:1:",
		"import {a} from './none.js';\n":        "none.js",
		"import {a b} from './a.js';\n":         "a.js: no line exports a b",
		"import {a} from './b.js';\n":           "main.js: imports itself by way of main.js, b.js",
		"import {b} from './a.js';\n":           "a.js: no line exports b",
		"const m = await import('./a.js');\n":   "main.js:1:",
		"const u = import.meta.url;\n":          "main.js:1:",
		"const s = '</script>';\n":              "main.js:1:",
		"  import {a} from './a.js';\n":         "main.js:1:",
		"export const {a} = {};\n":              "main.js:1:",
		"export * from './a.js';\n":             "main.js:1:",
		"import {a} from './a.js'; const b = 1": "main.js:1:",
	} {
		_, err := inline(modules(map[string]string{"main.js": text, "a.js": "export const a = 1, b = 2;\n",
			"b.js": "import './main.js';\n"}))
		require.ErrorContains(t, err, want, "%q", text)
	}
}

// The modules of the page fit into one script, and all of them are in it.
func TestPage(t *testing.T) {
	script, err := Inline()
	require.NoError(t, err)
	for _, name := range Names() {
		if len(name) > 3 && name[len(name)-3:] == ".js" {
			require.Contains(t, string(script), "// ---- "+name+" ----\n")
		}
	}
	data, err := Alone("engine.js")
	require.NoError(t, err)
	require.Contains(t, string(data), `<script src="engine.js" defer></script>`)
	require.Contains(t, string(data), `<script src="workshop.js" defer></script>`)
	require.NotContains(t, string(data), "module")
	for _, never := range []string{"<style", " style=", "<script>", "//", "{{"} {
		require.NotContains(t, string(data), never)
	}
}
