package diagram

// toldMargin is the room above and below the lines of a second part, in points.
const toldMargin = 3.0

// toldHeight returns the height of the second part; 0 where there is none.
func (n *Node) toldHeight() float64 {
	if len(n.Told) == 0 {
		return 0
	}
	return float64(len(n.Told))*toldFont*Leading + 2*toldMargin
}

// Head returns the part of the node that holds its label: all of a node without a second part.
func (n *Node) Head() *Node {
	head := *n
	head.Told = nil
	head.H -= n.toldHeight()
	head.At.Y -= n.toldHeight() / 2
	return &head
}

// Card returns the box that lies under the head of a node with a second part; nil where there is no
// such part. It looks like the facts that its words are about.
func (n *Node) Card() *Node {
	if len(n.Told) == 0 {
		return nil
	}
	card := &Node{Look: Resource, At: n.At, W: n.W, H: n.H}
	if n.Shape == Capsule || n.Shape == Oval { // in the corners of the head nothing hides the card
		half := (n.H - n.toldHeight()) / 2
		card.At.Y += half / 2
		card.H -= half
	}
	return card
}
