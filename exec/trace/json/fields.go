package json

import (
	"encoding"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// This file says which fields each record has in files. What a field may hold
// beyond its type is for Validate.

func (d *decoder) headerField(h *trace.Header, key string) error {
	switch key {
	case "format":
		return d.format(&h.Format)
	case "generator":
		h.Generator = new(trace.Generator)
		return d.generator(h.Generator)
	case "program":
		h.Program = new(trace.Program)
		return d.program(h.Program)
	case "run":
		h.Run = new(trace.Run)
		return d.run(h.Run)
	}
	return d.unknown("trace")
}

// format reads the format and refuses others at once, before their fields can
// look unknown.
func (d *decoder) format(to *string) error {
	d.peek()
	at := d.at
	if err := d.text(to); err != nil {
		return err
	}
	if err := trace.CheckFormat(*to); err != nil {
		return d.errorf(at, "%w", err)
	}
	return nil
}

func (d *decoder) generator(g *trace.Generator) error {
	return d.object(func(key string) error {
		switch key {
		case "name":
			return d.name(&g.Name)
		case "version":
			return d.text(&g.Version)
		}
		return d.unknown("generator")
	})
}

func (d *decoder) program(p *trace.Program) error {
	return d.object(func(key string) error {
		switch key {
		case "name":
			return d.text(&p.Name)
		case "file":
			return d.text(&p.File)
		case "sha256":
			return d.text(&p.SHA256)
		case "types":
			return list(d, &p.Types, d.typ)
		case "predicates":
			return list(d, &p.Predicates, d.predicate)
		case "stages":
			return list(d, &p.Stages, d.stage)
		case "rules":
			return list(d, &p.Rules, d.rule)
		}
		return d.unknown("program")
	})
}

func (d *decoder) typ(t *trace.Type) error {
	return d.object(func(key string) error {
		switch key {
		case "name":
			return d.name(&t.Name)
		case "constants":
			return list(d, &t.Constants, d.name)
		}
		return d.unknown("type")
	})
}

func (d *decoder) predicate(p *trace.Predicate) error {
	return d.object(func(key string) error {
		switch key {
		case "name":
			return d.name(&p.Name)
		case "args":
			return list(d, &p.Args, d.name)
		case "mode":
			return d.name((*string)(&p.Mode))
		}
		return d.unknown("predicate")
	})
}

func (d *decoder) stage(s *trace.Stage) error {
	return d.object(func(key string) error {
		switch key {
		case "name":
			return d.name(&s.Name)
		case "interactive":
			return d.bool(&s.Interactive)
		}
		return d.unknown("stage")
	})
}

func (d *decoder) rule(r *trace.Rule) error {
	return d.object(func(key string) error {
		switch key {
		case "name":
			return d.name(&r.Name)
		case "stage":
			return d.name(&r.Stage)
		case "variant":
			return d.int(&r.Variant)
		case "link":
			return d.bool(&r.Link)
		case "params":
			return list(d, &r.Params, d.param)
		case "text":
			return d.text(&r.Text)
		case "line":
			return d.int(&r.Line)
		}
		return d.unknown("rule")
	})
}

func (d *decoder) param(p *trace.Param) error {
	return d.object(func(key string) error {
		switch key {
		case "name":
			return d.name(&p.Name)
		case "type":
			return d.name(&p.Type)
		}
		return d.unknown("parameter")
	})
}

func (d *decoder) run(r *trace.Run) error {
	return d.object(func(key string) error {
		switch key {
		case "stage":
			return d.name(&r.Stage)
		case "seed":
			return number(d, &r.Seed, 64)
		case "choose":
			return d.text(&r.Choose)
		case "limits":
			r.Limits = new(trace.Limits)
			return d.limits(r.Limits)
		}
		return d.unknown("run")
	})
}

func (d *decoder) limits(l *trace.Limits) error {
	return d.object(func(key string) error {
		switch key {
		case "steps":
			return d.int(&l.Steps)
		case "time":
			return d.int(&l.Time)
		case "memory":
			return d.int(&l.Memory)
		}
		return d.unknown("limits")
	})
}

func (d *decoder) resourceField(r *trace.Resource, key string) error {
	switch key {
	case "id":
		return d.resourceID(&r.ID)
	case "pred":
		return d.name(&r.Pred)
	case "args":
		return d.terms(&r.Args)
	case "persistent":
		return d.bool(&r.Persistent)
	case "by":
		return d.stepID(&r.By)
	}
	return d.unknown("resource")
}

func (d *decoder) resource(r *trace.Resource) error {
	return d.object(func(key string) error { return d.resourceField(r, key) })
}

func (d *decoder) step(s *trace.Step) error {
	return d.object(func(key string) error { return d.stepField(s, key) })
}

func (d *decoder) end(e *trace.End) error {
	return d.object(func(key string) error { return d.endField(e, key) })
}

func (d *decoder) stepField(s *trace.Step, key string) error {
	switch key {
	case "id":
		return d.stepID(&s.ID)
	case "rule":
		return d.name(&s.Rule)
	case "variant":
		return d.int(&s.Variant)
	case "args":
		return d.terms(&s.Args)
	case "stage":
		return d.name(&s.Stage)
	case "consumes":
		return list(d, &s.Consumes, d.resourceID)
	case "reads":
		return list(d, &s.Reads, d.resourceID)
	case "produces":
		return list(d, &s.Produces, d.resourceID)
	case "proves":
		return list(d, &s.Proves, d.fact)
	case "absent":
		return list(d, &s.Absent, d.fact)
	case "sensed":
		return list(d, &s.Sensed, d.fact)
	case "acts":
		return list(d, &s.Acts, d.fact)
	case "choices":
		return d.int(&s.Choices)
	case "chosen":
		return d.name((*string)(&s.Chosen))
	}
	return d.unknown("step")
}

func (d *decoder) fact(f *trace.Fact) error {
	return d.object(func(key string) error {
		switch key {
		case "pred":
			return d.name(&f.Pred)
		case "args":
			return d.terms(&f.Args)
		}
		return d.unknown("fact")
	})
}

func (d *decoder) endField(e *trace.End, key string) error {
	switch key {
	case "why":
		return d.name((*string)(&e.Why))
	case "alive":
		return list(d, &e.Alive, d.resourceID)
	case "sensed":
		return list(d, &e.Sensed, d.fact)
	case "message":
		return d.text(&e.Message)
	}
	return d.unknown("end")
}

func (d *decoder) term(t *trace.Term) error {
	switch c := d.peek(); {
	case c == '"':
		err := d.name(&t.Head)
		t.Head = trace.Spelled(t.Head)
		return err
	case c == '[':
		return d.compound(t)
	case isWordByte(c):
		word, err := d.word("a term", isNumeral)
		*t = trace.Term{Head: word, Number: true}
		return err
	}
	return d.unexpected("a term")
}

// terms reads a list of terms, which is not nil then.
func (d *decoder) terms(to *[]trace.Term) error {
	d.listed = d.listed[:0]
	err := d.sequence('[', ']', "a list", func() error {
		var t trace.Term
		err := d.term(&t)
		d.listed = append(d.listed, t)
		return err
	})
	if *to = d.lists.Copy(d.listed); *to == nil {
		*to = []trace.Term{}
	}
	return err
}

func (d *decoder) compound(t *trace.Term) error {
	at := d.at
	var parts []trace.Term
	if err := list(d, &parts, d.term); err != nil {
		return err
	}
	if len(parts) < 2 || parts[0].Number || len(parts[0].Args) > 0 {
		return d.errorf(at, "want a constructor and its arguments")
	}
	*t = trace.Term{Head: parts[0].Head, Args: parts[1:]}
	return nil
}

func (d *decoder) resourceID(to *trace.ResourceID) error { return d.id(to) }

func (d *decoder) stepID(to *trace.StepID) error { return d.id(to) }

func (d *decoder) id(to encoding.TextUnmarshaler) error {
	d.peek()
	at := d.at
	text, err := d.quoted()
	if err != nil {
		return err
	}
	if err := to.UnmarshalText(text); err != nil {
		return d.errorf(at, "%w", err)
	}
	return nil
}
