package site

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/scenes"
)

// leaves are those of scenes with these ids, numbered in this order.
func leaves(ids ...trace.StepID) []*Leaf {
	var out []*Leaf
	for i, id := range ids {
		s := &scenes.Scene{ID: id, Number: i + 1}
		out = append(out, &Leaf{Scene: s, Path: scenePath(s)})
	}
	return out
}

func TestCheckFindsFaults(t *testing.T) {
	s := &Site{
		Leaves: leaves(1, 2, 3),
		Pages: []Page{
			{Path: "index.html",
				Data: []byte(`<a id=top href="scenes/t1.html">1</a> <a href="scenes/t9.html">9</a> <img src="pictures/a.svg">
				<a href="/scenes/t1.html">root</a> <a href="https://example.org/x">out</a> <a href="mailto:a@example.org">out</a>
				<a href="//example.org/">out</a> <a href="#top">here</a> <a href="#nowhere">nowhere</a> <a href="%zz">bad</a>
				<a href="">self</a>`)},
			{Path: "scenes/t1.html",
				Data: []byte(
					`<a href="../index.html#top">home</a> <a href="t2.html#x">2</a> <a href="scenes/t1.html">wrong folder</a> ` +
						`<a href="../../x.html">out</a> <a rel="next" href="t2.html">on</a>`)},
			{Path: "scenes/t2.html", Data: []byte(`<p>t1.html</p><p class="over"></p>`)},
			{Path: "scenes/t3.html", Data: []byte(`<a href="../index.html">home</a><p class="over"></p>`)},
			{Path: "pictures/a.svg",
				Data: []byte(`<svg><a xlink:href="../scenes/t7.html"><g id="x"/></a><a xlink:href="#x"/></svg>`)},
			{Path: "style.css", Data: []byte(`<a href="not-html">`)},
		},
	}
	require.Equal(t, []Fault{
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

// Going on reading must not lead round, and has to end where it says so.
func TestCheckFindsEndlessReadings(t *testing.T) {
	s := &Site{
		Leaves: leaves(1, 2, 3),
		Pages: []Page{
			{Path: "index.html", Data: []byte(`<a href="scenes/t1.html">1</a>`)},
			{Path: "scenes/t1.html", Data: []byte(`<a rel="next" href="t2.html">on</a>`)},
			{Path: "scenes/t2.html", Data: []byte(`<a rel="next" href="t1.html">on</a> <a rel="next" href="t3.html">on</a>`)},
			{Path: "scenes/t3.html", Data: []byte(`<a href="t1.html">back</a>`)},
		},
	}
	require.Equal(t, []Fault{
		{"scenes/t2.html", "scenes/t1.html", "going on leads back"},
		{"scenes/t3.html", "scenes/t3.html", "is an ending and does not say so, or says so and is none"},
	}, s.Check())
	s.Pages[3].Data = []byte(`<p class="over">The end.</p>`)
	s.Pages[2].Data = []byte(`<p class="over">The end.</p><a rel="next" href="t3.html">on</a>`)
	require.Equal(t, []Fault{{"scenes/t2.html", "scenes/t2.html", "is an ending and does not say so, or says so and is " +
		"none"}}, s.Check())
}
