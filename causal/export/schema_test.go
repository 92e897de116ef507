package export

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// schema returns the schema of a format in testdata.
func schema(t require.TestingT, format string) *jsonschema.Schema {
	data, err := os.ReadFile(filepath.Join("testdata", format+".schema.json"))
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource(format+".json", doc))
	s, err := c.Compile(format + ".json")
	require.NoError(t, err)
	return s
}

// obeys returns what a schema has against a text.
func obeys(s *jsonschema.Schema, text string) error {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(value)
}

func TestSchemas(t *testing.T) {
	for _, format := range []string{"chrome", "ocel", "itf"} {
		t.Run(format, func(t *testing.T) {
			s := schema(t, format)
			rapid.Check(t, func(t *rapid.T) { require.NoError(t, obeys(s, string(as(t, format, random(t))))) })
		})
	}
}

// TestSchemasRefuse makes sure that the schemas are no open doors.
func TestSchemasRefuse(t *testing.T) {
	for format, changes := range map[string][][2]string{
		"chrome": {{`"ph":"X"`, `"ph":"Y"`}, {`"dur":1000000`, `"dur":"1"`}, {`"name":"thread_name"`, `"name":"thread"`},
			{`"traceEvents"`, `"events"`}},
		"ocel": {{`"time":"2000-01-01T00:00:01Z"`, `"time":"now"`}, {`"objects"`, `"things"`}, {`"qualifier"`, `"role"`},
			{`"type":"string"`, `"type":"text"`}},
		"itf": {{`{"#bigint":"1"}`, `1`}, {`"#map"`, `"#mop"`}, {`"fired":`, `"#fired":`}, {`"states"`, `"state"`}},
	} {
		s := schema(t, format)
		text, _ := written(t, format, corpusTrace(t, "inn"))
		require.NoError(t, obeys(s, string(text)))
		for _, c := range changes {
			require.Contains(t, string(text), c[0])
			require.Error(t, obeys(s, strings.Replace(string(text), c[0], c[1], 1)), "%s: %s", format, c[1])
		}
	}
}
