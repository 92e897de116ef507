package trace

// Fact returns a fact with the numbers and lists in it in their short forms.
func (all *Shapes) Fact(f Fact) Fact {
	f.Args = all.ShortAll(f.Args)
	return f
}

// Resource returns a resource with the numbers and lists in it in their short forms.
func (all *Shapes) Resource(r Resource) Resource {
	r.Args = all.ShortAll(r.Args)
	return r
}
