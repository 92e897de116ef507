package prose

import "html/template"

// A policy says what of an author's HTML is kept. In browsers, where prose is shown as
// plain text, nothing is.
type policy struct{}

func newPolicy() *policy { return new(policy) }

func (*policy) clean([]byte) []byte { return nil }

func balance(text []byte) (template.HTML, error) { return template.HTML(text), nil }
