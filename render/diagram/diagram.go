// Package diagram holds what a picture shows, and where it stands: nodes, edges,
// frames and bands with their words, looks and places. Views fill it, layouts
// place it, writers write it; none of them needs to know another.
//
// Lengths are in points, 72 to the inch; y grows downwards.
package diagram

// Diagram is a picture before it is drawn. Everything is drawn in the order in which
// it stands: bands first, then frames, edges and nodes.
type Diagram struct {
	Title  string // Title is one line
	Desc   string // Desc describes the picture to readers who cannot see it
	Nodes  []Node
	Edges  []Edge
	Frames []Frame
	Bands  []Band
	Legend []Entry // how looks are to be read
	// Signs explains in the legend the signs where arrows go on elsewhere; in English where empty.
	Signs string
	Ways  []Way // to other pictures
	// Before are pairs of nodes of which the first stands before the second, though no edge
	// says so: an order for layouts that writers do not draw.
	Before [][2]int
	Follow bool // a click on a node follows its link, on pages, too
	Flow   Flow
	// Placed says that nodes and edges have their places.
	Placed        bool
	Width, Height float64 // of the picture, once placed
	// Scale is how large the picture is shown, for pages of a size; 0 for its own size.
	Scale float64
}

// Flow is the direction that most edges have.
type Flow int

// The directions.
const (
	Down Flow = iota
	Right
)

// Point is a place.
type Point struct{ X, Y float64 }

// Shape is the outline of a node.
type Shape int

// The shapes.
const (
	Box     Shape = iota // with rounded corners
	Oval                 //
	Plain                // no outline, only text
	Capsule              // a box with round ends; may be narrow and hold no text
	Dot                  // a small filled circle; its text, if any, stands beside it
	Bar                  // a box with sharp corners; may be of any size and hold no text
)

// Look names colours of the theme.
type Look string

// The looks. Those of nodes have a fill, a border and a colour for text; of an edge
// or a frame with such a look, the border counts.
const (
	Event      Look = "event"
	Link       Look = "link" // an event that changes the stage
	Resource   Look = "resource"
	Persistent Look = "persistent"
	LeftOnly   Look = "left"    // of the first only of two things laid over each other
	RightOnly  Look = "right"   // of the second only
	Idle       Look = "idle"    // what could be and is not
	Engine     Look = "engine"  // a loop that gains
	Drain      Look = "drain"   // a loop that loses
	Balance    Look = "balance" // a loop that keeps what it has
	Text       Look = "text"    // of words without an outline
	Line       Look = "line"    // of plain edges
	Faint      Look = "faint"   // of edges that matter less
)

// Node is a thing in the picture.
type Node struct {
	// ID is unique in the diagram and is the id in SVG: `t12` for a step, `x7` for a
	// resource. It is made by us, never text from outside.
	ID       string
	Shape    Shape
	Look     Look
	Hue      int      // from 1, the colour of a character; 0 for that of the look
	Paint    string   // the colour that fills it in any palette, `#rrggbb`; "" for that of look and hue
	Shade    float64  // Shade is how much of its colour fills it over the ground, from 0 to 1; 0 for all of it
	Text     []string // the lines of the label
	Told     []string // smaller lines in a second part below the label
	FontSize float64  // in points; 0 is [NodeFont]
	Dashed   bool     // the outline
	Bold     bool     // the outline
	Double   bool     // the outline
	Classes  []string // kinds for stylesheets, such as `transition`, `rule-do-mourn`
	Tip      string   // all there is to know, in lines
	URL      string   // where a click leads; empty for nowhere
	// Born and Gone say when the node is there, as the number of the step in order
	// of firing, from 1: a resource is born by the step that makes it, 0 for the
	// start, and gone with the step that uses it up; an event is born with its step.
	// Gone is 0 for what stays.
	Born, Gone int
	// PartOf is the id of the node that this one is a part of, drawn apart from it; ""
	// for what stands for itself.
	PartOf string
	// Aside says that the node stands in a corner, apart from all others.
	Aside bool
	// After are the ids of the nodes that directly precede it, where edges stand for
	// something else than that, as the lines of characters do.
	After []string
	// Chart is what parts of the node show, for writers of text, which do not show parts;
	// nil where it has no such parts.
	Chart *Chart
	// Stands is how many events the node stands for; 0 where it stands for none.
	Stands int
	At     Point   // the middle
	W, H   float64 // the size, see [Diagram.Measure]
}

// Chart is a row of bars with its words.
type Chart struct {
	Bars []float64 // from left to right, from 0 to 1
	Says string
}

// Stroke is how a line is drawn.
type Stroke int

// The strokes.
const (
	Solid Stroke = iota
	Dashed
	Dotted
)

// Head is the end of an edge.
type Head int

// The heads.
const (
	Arrow  Head = iota // Arrow is a filled triangle
	Vee                // Vee is open, for reads and mere order
	Hollow             // Hollow is an empty triangle
	Tee                // Tee is a bar
	NoHead
)

// Edge leads from a node to another, or to itself.
type Edge struct {
	From, To int // indexes of Nodes
	Look     Look
	Hue      int // from 1, the colour of a character; 0 for that of the look
	Stroke   Stroke
	Head     Head
	Both     bool    // its start has such a head, too
	Width    float64 // in points; 0 is 1
	Text     []string
	Classes  []string // kinds for stylesheets, such as `consume`, `read`
	Tip      string
	Pull     int  // how much layouts try to keep it short and straight; 0 is least
	Loose    bool // it says nothing of what stands above what
	// Path is a chain of cubic Bézier curves, 3n+1 points, from the border of From to
	// the border of To, where the tip of the head is.
	Path    []Point
	LabelAt Point // the middle of the text
}

// Frame is a box around nodes.
type Frame struct {
	Nodes []int // indexes
	// Room says that the nodes stand together, apart from all others, and that the first stands
	// above the rest and names the frame.
	Room     bool
	Look     Look
	Text     []string
	Tip      string
	Classes  []string
	Min, Max Point // its corners, once placed
}

// Band is a strip behind the nodes, such as the lane of a character.
type Band struct {
	Text     string
	Hue      int
	Look     Look
	Classes  []string
	Tip      string
	LabelAt  Point // the left end of the text, in the middle of its height
	Min, Max Point
}

// Entry says how a look is to be read. It has either a node's looks or an edge's.
type Entry struct {
	Text string
	Node *Node // its text, id and place do not count
	Edge *Edge // its ends and path do not count
	// Also are shapes that are read alike, or that stand for an end of the edge. Where they can
	// be seen for that they are no samples; text has a mark for each.
	Also []Shape
	At   Point // the left end of the sample, in the middle of its height, once placed
}

// Way leads to another picture.
type Way struct {
	Rel  string // the relation of that diagram to this one, as links in HTML have it: up, prev, next
	Text string
	URL  string
}

// Move moves the edge.
func (e *Edge) Move(by Point) {
	for i := range e.Path {
		e.Path[i] = e.Path[i].Plus(by)
	}
	e.LabelAt = e.LabelAt.Plus(by)
}

// Sizes of text and samples, in points.
const (
	NodeFont    = 11.0
	EdgeFont    = 9.0
	toldFont    = 8.5
	TitleFont   = 14.0
	LegendFont  = 9.5
	sampleWidth = 24.0 // the width of a sample in the legend
	Leading     = 1.25 // the height of a line of text, in its font size
)
