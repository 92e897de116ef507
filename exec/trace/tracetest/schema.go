package tracetest

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// SchemaText returns the schema of both forms of JSON.
func SchemaText(t require.TestingT) []byte {
	text, err := os.ReadFile(filepath.Join("..", "json", "schema.json"))
	require.NoError(t, err)
	return text
}

// Schema returns the schema of the object for the fragment "", and that of a line for
// "#/$defs/line".
// compile returns the schema, or one of its definitions.
func Schema(t require.TestingT, fragment string) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(SchemaText(t)))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("trace.json", doc))
	schema, err := c.Compile("trace.json" + fragment)
	require.NoError(t, err)
	return schema
}

// Obeys returns what is wrong with a text by a schema.
func Obeys(schema *jsonschema.Schema, text []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}
