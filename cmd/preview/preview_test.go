package preview

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Versions are equal where files are.
func TestVersion(t *testing.T) {
	words := rapid.SampledFrom([]string{"", "a", "b", "ab", "ba", "aab"})
	sites := rapid.MapOfN(words, rapid.Map(words, func(s string) []byte { return []byte(s) }), 0, 3)
	rapid.Check(t, func(t *rapid.T) {
		a, b := Files(sites.Draw(t, "a")), Files(sites.Draw(t, "b"))
		same := maps.EqualFunc(a, b, func(x, y []byte) bool { return string(x) == string(y) })
		require.Equal(t, same, version(a) == version(b))
		require.Equal(t, version(a), version(maps.Clone(a)))
	})
}

// benchSite is about what a long play makes.
func benchSite() Files {
	files := Files{}
	for i := range 1000 {
		files[string(rune('a'+i%26))+string(rune(0x4e00+i))+".html"] = make([]byte, 20_000)
	}
	return files
}

func BenchmarkShow(b *testing.B) {
	s, files := New(), benchSite()
	for b.Loop() {
		s.Show(files)
	}
}

func BenchmarkPage(b *testing.B) {
	s := New()
	s.Show(play)
	for b.Loop() {
		ask(s, "GET", "/scenes/1.html")
	}
}
