package site

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCheckFindsDeadLinks(t *testing.T) {
	s := &Site{
		Scenes: []*Scene{{ID: 1}, {ID: 2}, {ID: 3}},
		Pages: []Page{
			{"index.html", []byte(`<a id=top href="scenes/t1.html">1</a> <a href="scenes/t9.html">9</a> <img src="pictures/a.svg">
				<a href="/scenes/t1.html">root</a> <a href="https://example.org/x">out</a> <a href="mailto:a@example.org">out</a>
				<a href="//example.org/">out</a> <a href="#top">here</a> <a href="#nowhere">nowhere</a> <a href="%zz">bad</a> <a href="">self</a>`)},
			{"scenes/t1.html", []byte(`<a href="../index.html#top">home</a> <a href="t2.html#x">2</a> <a href="scenes/t1.html">wrong folder</a> <a href="../../x.html">out</a>`)},
			{"scenes/t2.html", []byte(`<p>t1.html</p>`)},
			{"scenes/t3.html", []byte(`<a href="../index.html">home</a>`)},
			{"pictures/a.svg", []byte(`<svg><a xlink:href="../scenes/t7.html"><g id="x"/></a><a xlink:href="#x"/></svg>`)},
			{"style.css", []byte(`<a href="not-html">`)},
		},
	}
	require.Equal(t, []DeadLink{
		{"index.html", "scenes/t9.html", "no such page"},
		{"index.html", "/scenes/t1.html", "does not work from a folder: it begins with /"},
		{"index.html", "#nowhere", "no such place on the page"},
		{"index.html", "%zz", "not a URL"},
		{"index.html", "", "leads nowhere"},
		{"scenes/t1.html", "t2.html#x", "no such place on the page"},
		{"scenes/t1.html", "scenes/t1.html", "no such page"},
		{"scenes/t1.html", "../../x.html", "no such page"},
		{"pictures/a.svg", "../scenes/t7.html", "no such page"},
		{"index.html", "scenes/t3.html", "no way leads to this scene"},
	}, s.Check())
	require.Equal(t, "pictures/a.svg: ../scenes/t7.html: no such page", s.Check()[8].String())
}
