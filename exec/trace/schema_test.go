package trace_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// compile returns the schema, or one of its definitions.
func compile(t require.TestingT, fragment string) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(trace.Schema()))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("trace.json", doc))
	schema, err := c.Compile("trace.json" + fragment)
	require.NoError(t, err)
	return schema
}

// obeys returns what the schema has against a text.
func obeys(schema *jsonschema.Schema, text []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

func TestSchemaTakesWritten(t *testing.T) {
	object, line := compile(t, ""), compile(t, "#/$defs/line")
	rapid.Check(t, func(t *rapid.T) {
		tr := traces().Draw(t, "trace")
		require.NoError(t, obeys(object, written(t, trace.Write, tr)))
		if len(tr.Resources) == 0 && len(tr.Steps) == 0 && tr.End == nil {
			return // a single object
		}
		for text := range bytes.Lines(written(t, trace.WriteLines, tr)) {
			require.NoError(t, obeys(line, text))
		}
	})
}

// TestSchemaRefuses holds the schema against what Read refuses for its form. A
// schema cannot see repeated keys and the size of ids.
func TestSchemaRefuses(t *testing.T) {
	unseen := []string{"resources-twice", "twice-in-record", "bad-id-huge", "number-too-large"}
	schema := compile(t, "")
	corpus := openCorpus(t, "malformed")
	for i := 0; i < len(corpus.Files); i += 2 {
		input := corpus.Files[i]
		t.Run(input.Name, func(t *testing.T) {
			err := obeys(schema, input.Data)
			require.Equal(t, slices.Contains(unseen, input.Name), err == nil, "%v", err)
		})
	}
}

// TestSchemaIsClosed makes sure that no object of the schema takes unknown
// fields.
func TestSchemaIsClosed(t *testing.T) {
	var schema map[string]any
	require.NoError(t, json.Unmarshal(trace.Schema(), &schema))
	objects := 0
	var walk func(value any)
	walk = func(value any) {
		switch value := value.(type) {
		case []any:
			for _, item := range value {
				walk(item)
			}
		case map[string]any:
			if value["type"] == "object" {
				objects++
				require.Equal(t, false, value["additionalProperties"], "%v", value)
			}
			for _, item := range value {
				walk(item)
			}
		}
	}
	walk(schema)
	require.Equal(t, 15, objects)
}

// TestSchemaIsACopy: changing the returned schema does not change it for other callers.
func TestSchemaIsACopy(t *testing.T) {
	clear(trace.Schema())
	require.NotZero(t, trace.Schema()[0])
}
