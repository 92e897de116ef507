package edit

import "testing"

// TestApply compares texts before and after edits.
func TestApply(t *testing.T) {
	for _, test := range []struct {
		edit                 Edit
		before, after, focus string
	}{
		{Edit{Do: "type", Name: "arm"}, "", "arm : type.\n", "0"},
		{Edit{Do: "type", Name: "arm"}, "% Blocks.\n", "% Blocks.\n\narm : type.\n", "0"},
		{Edit{Do: "type", Name: "arm"}, "% Blocks.\n\n% All.\np : pred.\n",
			"% Blocks.\n\narm : type.\n\n% All.\np : pred.\n", "0"},
		{Edit{Do: "type", Name: "arm"}, "b : type.\na : b.  % small\n\np : pred.\n",
			"b : type.\na : b.  % small\n\narm : type.\n\np : pred.\n", "2"},
		{Edit{Do: "type", Name: "arm"}, "b:type. p : pred.\n", "b:type.\n\narm : type.\np : pred.\n", "1"},
	} {
		got, err := Apply("t.cep", test.before, test.edit)
		if err != nil {
			t.Errorf("%+v: %v", test.edit, err)
			continue
		}
		if got.Text != test.after || got.Focus != test.focus {
			t.Errorf("%+v:\ngot  %q at %s\nwant %q at %s", test.edit, got.Text, got.Focus, test.after, test.focus)
		}
	}
}
