package term

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// Names are the constants that some terms name. Where only these terms matter, all other constants of a type are
// alike. The zero value has no constants.
type Names struct {
	Constructors []*lang.Constructor // each once, in the order of the terms
	Texts        []lang.Value        // the literals, each once
	Highest      lang.Nat            // of the numbers, with those that are added to variables; 0 if there are none
	has          map[*lang.Constructor]bool
}

// Has reports whether a constructor is among the names.
func (n *Names) Has(c *lang.Constructor) bool { return n.has[c] }

// Add enters the constants in terms.
func (n *Names) Add(ts ...lang.Term) {
	for _, t := range ts {
		lang.EachTerm(t, func(t lang.Term) bool {
			switch t := t.(type) {
			case lang.Literal:
				if v := (lang.Value{Text: string(t)}); !slices.ContainsFunc(n.Texts, v.Equal) {
					n.Texts = append(n.Texts, v)
				}
			case lang.Number:
				n.raise(t.Num)
			case *lang.Successor:
				n.raise(t.By)
			case *lang.Compound:
				n.add(t.Con)
			}
			return true
		})
	}
}

// raise enters a number.
func (n *Names) raise(to lang.Nat) {
	if to.Cmp(n.Highest) > 0 {
		n.Highest = to
	}
}

// add enters a constructor.
func (n *Names) add(c *lang.Constructor) {
	if n.has[c] {
		return
	}
	if n.has == nil {
		n.has = make(map[*lang.Constructor]bool)
	}
	n.has[c] = true
	n.Constructors = append(n.Constructors, c)
}
