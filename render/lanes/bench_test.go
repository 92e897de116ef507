package lanes

import (
	"fmt"
	"testing"

	"github.com/ceptre-graph/ceptre/render/fonts"
)

func BenchmarkViews(b *testing.B) {
	f := fonts.Like("")
	for _, characters := range []int{10, 50} {
		for _, events := range []int{100, 1000, 10_000} {
			c := crowd(events, characters)
			for _, v := range []struct {
				name string
				view view
			}{{"threads", Threads}, {"storyline", Storyline}} {
				b.Run(fmt.Sprintf("%s/%dx%d", v.name, events, characters), func(b *testing.B) {
					for b.Loop() {
						v.view(c, f)
					}
				})
			}
		}
	}
}
