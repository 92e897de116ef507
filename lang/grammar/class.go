package grammar

import "strings"

// classes are the short names of kinds of tokens that Pygments has made common, as stylesheets of pages
// have them (https://pygments.org/docs/tokens), by scope. A scope that is missing has the class of its first
// words: "string" stands for "string.quoted.double.ceptre".
var classes = map[string]string{
	"comment":                   "c1",
	"constant.character.escape": "se",
	"constant.numeric":          "mi",
	"constant.other":            "no",
	"entity.name.function":      "nf",
	"entity.name.namespace":     "nn",
	"entity.name.type":          "nc",
	"invalid":                   "err",
	"keyword.control":           "k",
	"keyword.control.directive": "cp",
	"keyword.operator":          "o",
	"keyword.operator.arrow":    "ow",
	"punctuation":               "p",
	"storage.type":              "kt",
	"string":                    "s2",
	"support.constant":          "nb",
	"variable.language":         "bp",
	"variable.other":            "nv",
}

// Class returns the class of a token on pages, "" for plain text.
func (t Token) Class() string {
	for scope := t.Scope; scope != ""; scope = scope[:max(0, strings.LastIndexByte(scope, '.'))] {
		if class, ok := classes[scope]; ok {
			return class
		}
	}
	return ""
}
