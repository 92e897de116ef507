package trace

import _ "embed"

//go:embed schema.json
var schema string

// Schema returns the JSON Schema (draft 2020-12) of the single-object form. Its
// definition "line" is that of a line of the JSON Lines form. It describes the
// shape only; the meaning is what [Validate] checks.
func Schema() []byte { return []byte(schema) }
