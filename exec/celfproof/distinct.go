package celfproof

import "github.com/ceptre-graph/ceptre/lang/celf/proofterm"

// distinct visits the names that an answer binds. It refuses names of resources that are bound twice, and notes in
// r.unpacks the steps that only take a resource apart.
type distinct struct {
	*reading
	seen map[string]bool
}

// object visits the names that an object binds, and those in the proofs of stages in it.
func (d distinct) object(o *proofterm.Object, whole bool) error {
	for _, b := range o.Binders {
		if err := d.bind(b.Pattern); err != nil {
			return err
		}
	}
	parts := o.Spine
	if o.Body != nil {
		parts = []proofterm.Part{o.Body.Value}
		for i := range o.Body.Lets {
			bare := whole && len(o.Binders) == 0 && i == 0 // the state may have no binder
			if err := d.let(&o.Body.Lets[i], bare); err != nil {
				return err
			}
		}
	}
	for p := range proofterm.Leaves(parts...) {
		if p.Object == nil || !p.Object.Nests() && len(p.Object.Binders) == 0 {
			continue
		}
		if err := d.object(p.Object, false); err != nil {
			return err
		}
	}
	return nil
}

// let visits the names of a step. If it is bare, it may take apart a resource that was not bound before.
func (d distinct) let(l *proofterm.Let, bare bool) error {
	head := l.Rule.Head
	if proofterm.IsResource(head) && len(l.Rule.Spine) == 0 && d.unpacks[head] == nil {
		if !d.seen[head] && !bare {
			return errorf(l.Rule.At, "%s is not bound before this", head)
		}
		d.unpacks[head] = l
	}
	return d.bind(l.Pattern)
}

// bind notes the names in a pattern.
func (d distinct) bind(pattern []proofterm.Bound) error {
	for _, b := range pattern {
		if b.IsResource() && d.seen[b.Name] {
			return errorf(b.At, "%s is bound here, and was bound before", b.Name)
		}
		d.seen[b.Name] = true
	}
	return nil
}

// unpacked appends the resources that a pattern names. A resource that a later step takes apart is replaced by its
// parts, which are resources of the machine.
func (r *reading) unpacked(to []proofterm.Bound, pattern []proofterm.Bound) []proofterm.Bound {
	for _, b := range pattern {
		switch l := r.unpacks[b.Name]; {
		case !b.IsResource():
		case l != nil:
			to = r.unpacked(to, l.Pattern)
		default:
			to = append(to, b)
		}
	}
	return to
}
