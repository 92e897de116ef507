package syntax

// String returns the statement as programs write it, on one line and without its `.`.
func (s *Statement) String() string {
	var p printer
	p.statement(s)
	return p.String()
}

func (p *printer) statement(s *Statement) {
	word := invariant
	if s.Op == "" {
		word = never
	}
	p.put("#", word, " ")
	if s.Name != nil {
		p.put(s.Name.Text, " ")
	}
	if s.Stage != nil {
		p.put(wordIn, " ", s.Stage.Text, " ")
	}
	if s.Name != nil || s.Stage != nil {
		p.put(": ")
	}
	if s.Op == "" {
		p.join(s.Premises)
		return
	}
	p.counts(s.Left)
	if s.Op == Same {
		p.put(" = ")
	} else {
		p.put(" ", string(s.Op), " ")
	}
	p.counts(s.Right)
}

func (p *printer) counts(side []*Count) {
	for i, c := range side {
		switch {
		case c.Minus:
			p.put(" - ")
		case i > 0:
			p.put(" + ")
		}
		if c.Times != nil {
			p.put(c.Times.Digits)
			if c.Of != nil {
				p.put(" * ")
			}
		}
		if c.Sum != nil {
			p.put(wordSum, " ", c.Sum.Text, " ", wordIn, " ")
		}
		if c.Of != nil {
			p.pattern(c.Of)
		}
	}
}

// pattern writes the facts that are counted. Names that would be words of the statement stand in parentheses.
func (p *printer) pattern(x Expr) {
	switch x := x.(type) {
	case *Name:
		p.put(x.Text)
	case *Prefix:
		p.put(string(x.Op))
		p.pattern(x.X)
	case *Apply:
		p.put(x.Fun.Text)
		for i, arg := range x.Args {
			p.put(" ")
			name, ok := arg.(*Name)
			if ok && (name.Text == string(Minus) || i == 1 && x.Fun.Text == wordSum && name.Text == wordIn) {
				p.put("(", name.Text, ")")
			} else {
				p.argument(arg)
			}
		}
	}
}
