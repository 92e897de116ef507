package render

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/themes"
)

// Overlay lays two things over each other in the Causal view, such as what led to
// one fact and what led to another, or a run and what it would have been. The
// graph holds all of both. Sides are told by colour and outline, and a legend says
// which is which.
type Overlay struct {
	causal.Sides
	// Left and Right say what is drawn of one side only.
	Left, Right string
}

// side is a side with its looks.
type side causal.Side

// shape is the look of a node of a side, given that of a node of both.
func (s side) shape(both themes.Shape, look *themes.Picture) themes.Shape {
	switch s {
	case side(causal.Left):
		return look.Left
	case side(causal.Right):
		return look.Right
	}
	return both
}

// outline adds what tells sides apart without colour: dashes, or a bold line.
func (s side) outline(style string) string {
	switch s {
	case side(causal.Left):
		return style + ",dashed"
	case side(causal.Right):
		return style + ",bold"
	}
	return style
}

// class is the class of a side's nodes and edges in SVG, after those they have.
func (s side) class() string {
	switch s {
	case side(causal.Left):
		return " left"
	case side(causal.Right):
		return " right"
	}
	return ""
}

func (a *artist) sideOf(step *trace.Step) side {
	if a.Overlay == nil {
		return side(causal.Both)
	}
	return side(a.Overlay.Steps[step.ID])
}

func (a *artist) sideOfResource(r *causal.Resource) side {
	if a.Overlay == nil {
		return side(causal.Both)
	}
	return side(a.Overlay.Resources[r.ID])
}

// sideOfArc is that of the one of its ends which is not on both sides, if the
// arrow has none itself.
func (a *artist) sideOfArc(step *trace.Step, r *causal.Resource) side {
	if a.Overlay == nil {
		return side(causal.Both)
	}
	if s := a.Overlay.Arcs[causal.Arc{Step: step.ID, Resource: r.ID}]; s != causal.Both {
		return side(s)
	}
	if s := a.sideOf(step); s != side(causal.Both) {
		return s
	}
	return a.sideOfResource(r)
}

// coloured returns the look of an arrow in the colour of its side, if it has one.
func (a *artist) coloured(look attrs, s side) attrs {
	if s == side(causal.Both) {
		return look
	}
	look = slices.DeleteFunc(slices.Clone(look), func(as attr) bool { return as.name == "color" })
	return append(look, attr{"color", s.shape(themes.Shape{}, a.look).Border})
}

// legend says which side looks how.
func (a *artist) legend() {
	if a.Overlay == nil {
		return
	}
	a.legendOf("legend-left", a.Overlay.Left, causal.Left)
	a.legendOf("legend-right", a.Overlay.Right, causal.Right)
}

// legendOf says how a side looks, if anything is of it alone.
func (a *artist) legendOf(name, text string, of causal.Side) {
	if text == "" || !a.Overlay.Has(of) {
		return
	}
	s := side(of)
	shape := s.shape(themes.Shape{}, a.look)
	a.node(name, slices.Concat(attrs{{"class", "legend" + s.class()}}, box(wrap(plain(text))), style(shape, s.outline("filled")))...)
}
