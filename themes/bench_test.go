package themes

import "testing"

func BenchmarkParse(b *testing.B) {
	data, err := Source(Default)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Parse("x.json", data); err != nil {
			b.Fatal(err)
		}
	}
}
