package themes

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
)

// faultOf returns where the syntax of JSON is broken.
func faultOf(err error) int {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return max(int(syntax.Offset)-1, 0)
	}
	return 0
}

// inWords says how the syntax of JSON is broken, in the words of who writes it by hand
// where that is a slip that many make. Else it is what encoding/json says.
func inWords(data []byte, err error) string {
	rest := data[min(faultOf(err), len(data)):]
	before := bytes.TrimSpace(data[:len(data)-len(rest)])
	begins := func(chars string) bool { return len(rest) > 0 && strings.ContainsRune(chars, rune(rest[0])) }
	switch {
	case begins("}]") && bytes.HasSuffix(before, []byte(",")):
		return "the comma before `" + string(rest[:1]) + "` is one too many"
	case bytes.HasPrefix(rest, []byte("//")), bytes.HasPrefix(rest, []byte("/*")):
		return "JSON has no comments"
	case begins("'"):
		return "JSON has straight double quotes: `\"`"
	case begins("#"):
		return "colours stand in quotes, such as `\"#7a1f2b\"`"
	case begins(`"{[`) && (strings.Contains(err.Error(), " after object") ||
		strings.Contains(err.Error(), " after array")):
		return "a comma is missing before this"
	}
	return err.Error()
}
