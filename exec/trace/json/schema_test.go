package json_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	tracejson "github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

func TestSchemaTakesWritten(t *testing.T) {
	object, line := tracetest.Schema(t, ""), tracetest.Schema(t, "#/$defs/line")
	rapid.Check(t, func(t *rapid.T) {
		tr := tracetest.Traces().Draw(t, "trace")
		require.NoError(t, tracetest.Obeys(object, tracetest.Written(t, tracejson.Write, tr)))
		if len(tr.Resources) == 0 && len(tr.Steps) == 0 && tr.End == nil {
			return // a single object
		}
		for text := range bytes.Lines(tracetest.Written(t, tracejson.WriteLines, tr)) {
			require.NoError(t, tracetest.Obeys(line, text))
		}
	})
}

// TestSchemaRefuses holds the schema against what Read refuses for its form. A
// schema cannot see repeated keys and the size of ids.
func TestSchemaRefuses(t *testing.T) {
	unseen := []string{"resources-twice", "twice-in-record", "bad-id-huge", "number-too-large"}
	schema := tracetest.Schema(t, "")
	corpus := tracetest.Corpus(t, "malformed")
	for i := 0; i < len(corpus.Files); i += 2 {
		input := corpus.Files[i]
		t.Run(input.Name, func(t *testing.T) {
			err := tracetest.Obeys(schema, input.Data)
			require.Equal(t, slices.Contains(unseen, input.Name), err == nil, "%v", err)
		})
	}
}

// TestSchemaIsClosed makes sure that no object of the schema takes unknown
// fields.
func TestSchemaIsClosed(t *testing.T) {
	var schema map[string]any
	require.NoError(t, json.Unmarshal(tracetest.SchemaText(t), &schema))
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
