package edit

import (
	"strconv"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// addType declares a type behind the last type and its constants.
func addType(c *change) error {
	name, err := c.freeName("type", c.edit.Name)
	if err != nil {
		return err
	}
	c.focusDecl(c.declareBehind(c.lastDecl(c.isTypePart), name+" : type.", true))
	return nil
}

// isTypePart reports whether a declaration is a type, or a constant of one.
func (c *change) isTypePart(d syntax.Decl) bool { return isType(d) || c.isMember(d) }

// focusDecl makes a declaration of the new text the focus.
func (c *change) focusDecl(index int) { c.focus = strconv.Itoa(index) }
