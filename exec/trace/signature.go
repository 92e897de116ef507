package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/label"
)

// signature is what the header declares, by name. A map is nil where the header
// lists nothing of the kind, and then everything is taken.
type signature struct {
	predicates map[string]*Predicate
	stages     map[string]*Stage
	labels     *label.Set // of rules
	rules      []Rule
	// termsChecked says that terms were checked when they were read.
	termsChecked bool
}

// header checks the header and fills the signature.
func (c *checker) header(h *Header) {
	if err := CheckFormat(h.Format); err != nil {
		c.report("%w", err)
	}
	if h.Generator != nil && h.Generator.Name == "" {
		c.report("generator: has no name")
	}
	if h.Program != nil {
		c.program(h.Program)
	}
	if h.Run == nil {
		return
	}
	if err := c.signature.stage(h.Run.Stage); err != nil {
		c.report("run: %w", err)
	}
	if h.Run.Limits != nil {
		c.limit("steps", h.Run.Limits.Steps)
		c.limit("time", h.Run.Limits.Time)
		c.limit("memory", h.Run.Limits.Memory)
	}
}

func (c *checker) limit(of string, n int) {
	if n < 0 {
		c.report("run: negative limit of %s %d", of, n)
	}
}

// CheckFormat refuses the name of any format but [Format].
func CheckFormat(format string) error {
	if format != Format {
		return fmt.Errorf("unknown format %q: want %q", format, Format)
	}
	return nil
}

func (c *checker) program(p *Program) {
	if p.SHA256 != "" && (len(p.SHA256) != 64 || strings.Trim(p.SHA256, "0123456789abcdef") != "") {
		c.report("program: bad sha256 %q: want 64 digits, lower-case hexadecimal", p.SHA256)
	}
	declare(c, "type", p.Types, func(t Type) string { return t.Name })
	for _, t := range p.Types {
		declare(c, fmt.Sprintf("type %q: constant", t.Name), t.Constants, func(name string) string { return name })
	}
	c.signature.predicates = declare(c, "predicate", p.Predicates, func(p Predicate) string { return p.Name })
	for _, p := range p.Predicates {
		if !slices.Contains([]Mode{Linear, Persistent, Backward, Sense, Action}, p.Mode) {
			c.report("predicate %q: unknown mode %q", p.Name, p.Mode)
		}
	}
	c.signature.stages = declare(c, "stage", p.Stages, func(s Stage) string { return s.Name })
	if len(p.Rules) == 0 {
		return
	}
	c.signature.rules, c.signature.labels = p.Rules, ruleSet(p.Rules)
	for i, r := range p.Rules {
		if err := checkName(fmt.Sprintf("rule %d of the list", i+1), r.Name); err != nil {
			c.report("%w", err)
		} else if c.signature.labels.Find(r.Key()) != i {
			c.report("rule %q: declared twice", r.Name)
		}
	}
	for _, r := range p.Rules {
		c.rule(r)
	}
}

func (c *checker) rule(r Rule) {
	if err := CheckVariant(r.Variant); err != nil {
		c.report("rule %q: %w", r.Name, err)
	}
	if err := c.signature.stage(r.Stage); err != nil {
		c.report("rule %q: %w", r.Name, err)
	}
	if r.Line < 0 {
		c.report("rule %q: negative line %d", r.Name, r.Line)
	}
	named := slices.DeleteFunc(slices.Clone(r.Params), func(p Param) bool { return p.Name == "_" })
	declare(c, fmt.Sprintf("rule %q: parameter", r.Name), named, func(p Param) string { return p.Name })
}

// declare returns the items of a list by their names, which must differ; nil
// where there are none.
func declare[T any](c *checker, what string, items []T, name func(T) string) map[string]*T {
	if len(items) == 0 {
		return nil
	}
	known := make(map[string]*T, len(items))
	for i := range items {
		n := name(items[i])
		if err := checkName(fmt.Sprintf("%s %d of the list", what, i+1), n); err != nil {
			c.report("%w", err)
		} else if known[n] != nil {
			c.report("%s %q: declared twice", what, n)
		}
		known[n] = &items[i]
	}
	return known
}

// resource reports faults of a resource by itself.
func (sig *signature) resource(r Resource) error {
	if err := sig.fact(r.Fact()); err != nil {
		return err
	}
	p := sig.predicates[r.Pred]
	switch {
	case p == nil || r.Pred == StagePred:
		return nil
	case p.Mode == Backward:
		return fmt.Errorf("predicate %q is backward: its facts are proved and are no resources", r.Pred)
	case p.Mode == Sense, p.Mode == Action:
		return fmt.Errorf("predicate %q belongs to the outside: its facts are no resources", r.Pred)
	case p.Mode == Persistent && !r.Persistent:
		return fmt.Errorf("predicate %q is persistent, the resource is not", r.Pred)
	}
	return nil
}

// step reports faults of a step that do not depend on the resources.
func (sig *signature) step(s *Step) error {
	if err := sig.fires(s); err != nil {
		return err
	}
	if err := sig.stage(s.Stage); err != nil {
		return err
	}
	for _, list := range []struct {
		what  string
		facts []Fact
	}{{"proves", s.Proves}, {"absent", s.Absent}, {"sensed", s.Sensed}, {"acts", s.Acts}} {
		if err := sig.facts(list.what, list.facts); err != nil {
			return err
		}
	}
	switch {
	case s.Choices < 0:
		return fmt.Errorf("negative number of choices %d", s.Choices)
	case s.Chosen != "" && !slices.Contains([]Chosen{ByChance, ByPlayer, ByScript}, s.Chosen):
		return fmt.Errorf("unknown chooser %q", s.Chosen)
	}
	return nil
}

// facts checks a list of facts that are no resources.
func (sig *signature) facts(what string, facts []Fact) error {
	for _, f := range facts {
		if err := sig.fact(f); err != nil {
			return fmt.Errorf("%s %q: %w", what, f, err)
		}
	}
	return nil
}

// fires checks a step's rule and arguments.
func (sig *signature) fires(s *Step) error {
	if err := checkName("rule", s.Rule); err != nil {
		return err
	}
	if err := CheckVariant(s.Variant); err != nil {
		return err
	}
	if sig.rules != nil {
		i := sig.labels.Find(s.Key())
		if i < 0 {
			return sig.noRule(s)
		}
		if err := checkCount("rule", s.Rule, len(sig.rules[i].Params), len(s.Args)); err != nil {
			return err
		}
	}
	return sig.terms(s.Args)
}

// noRule says why the program has no rule that a step names.
func (sig *signature) noRule(s *Step) error {
	there := sig.labels.Labels(sig.labels.Select(s.Rule))
	switch {
	case len(there) == 0:
		return fmt.Errorf("no rule %q in the program", s.Rule)
	case s.Variant > 1:
		return fmt.Errorf("no variant %d of rule %q in the program: there are %s", s.Variant, s.Rule,
			strings.Join(there, ", "))
	}
	return fmt.Errorf("which rule %q it was is not clear: there are %s, and the step gives no stage of theirs", s.Rule,
		strings.Join(there, ", "))
}

// MaxVariant is more than any program has, and leaves room for the flags of the compact form.
const MaxVariant = 1 << 30

// CheckVariant refuses the ordinal of a rule that is out of bounds.
func CheckVariant(n int) error {
	if n < 0 || n > MaxVariant {
		return fmt.Errorf("variant %d is not from 1 to %d", n, MaxVariant)
	}
	return nil
}

func (sig *signature) terms(terms []Term) error {
	if sig.termsChecked {
		return nil
	}
	for _, t := range terms {
		if err := cmp.Or(t.check(1), t.CheckHead(1, t.Size())); err != nil {
			return err
		}
	}
	return nil
}

// fact checks a predicate and its arguments. A stage token needs no
// declaration.
func (sig *signature) fact(f Fact) error {
	if err := checkName("predicate", f.Pred); err != nil {
		return err
	}
	if err := sig.terms(f.Args); err != nil {
		return err
	}
	if f.Pred == StagePred {
		if err := checkCount("predicate", f.Pred, 1, len(f.Args)); err != nil {
			return err
		}
		return sig.stage(f.Args[0].String())
	}
	if sig.predicates == nil {
		return nil
	}
	p := sig.predicates[f.Pred]
	if p == nil {
		return fmt.Errorf("no predicate %q in the program", f.Pred)
	}
	return checkCount("predicate", f.Pred, len(p.Args), len(f.Args))
}

// stage checks the name of a stage, which may be missing.
func (sig *signature) stage(name string) error {
	switch {
	case name == "":
		return nil
	case sig.stages != nil && sig.stages[name] == nil:
		return fmt.Errorf("no stage %q in the program", name)
	}
	return checkName("stage", name)
}

// checkName reports the fault of a name; what describes its bearer.
func checkName(what, name string) error {
	switch {
	case name == "":
		return fmt.Errorf("%s has no name", what)
	case !utf8.ValidString(name):
		return fmt.Errorf("%s %q is not UTF-8", what, name)
	}
	return nil
}

// checkCount compares the number of arguments to the number of parameters; what and name describe
// their owner.
func checkCount(what, name string, params, args int) error {
	if params != args {
		return fmt.Errorf("%d arguments for %s %q, which takes %d", args, what, name, params)
	}
	return nil
}
