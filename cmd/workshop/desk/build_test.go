package desk

// blocks is the tutorial model of the editor's study, as it is built.
const blocks = `block : type.
a : block.
b : block.
c : block.

arm_free : pred.
holding block : pred.
on_table block : pred.
on block block : pred.
clear block : pred.

stage main = {
  pick_up : arm_free * on_table B * clear B -o holding B.
  put_down : holding B -o arm_free * on_table B * clear B.
  stack : holding B * clear B2 -o arm_free * on B B2 * clear B.
  unstack : arm_free * on B B2 * clear B -o holding B * clear B2.
}

context start = {
  arm_free, on_table a, on_table b, on c a, clear b, clear c
}.

#trace _ main start.
`

// parts are what the tutorial model has, in the order in which it is built.
var parts = struct {
	constants  []string
	predicates []predicate
	rules      []rule
	facts      []string
}{
	[]string{"a", "b", "c"},
	[]predicate{{"arm_free", 0}, {"holding", 1}, {"on_table", 1}, {"on", 2}, {"clear", 1}},
	[]rule{
		{"pick_up", []string{"arm_free", "on_table", "clear"}, []string{"holding"}},
		{"put_down", []string{"holding"}, []string{"arm_free", "on_table", "clear"}},
		{"stack", []string{"holding", "clear"}, []string{"arm_free", "on", "clear"}},
		{"unstack", []string{"arm_free", "on", "clear"}, []string{"holding", "clear"}},
	},
	[]string{"arm_free", "on_table", "on_table", "on", "clear", "clear"},
}

type predicate struct {
	name string
	args int
}

type rule struct {
	name        string
	left, right []string
}

// arguments are those that are other terms than what the workshop proposes.
var arguments = []struct{ rule, label, term string }{
	{"stack", "needs 2 of rule stack: clear B, argument 1", "B2"},
	{"stack", "then 2 of rule stack: on B B, argument 2", "B2"},
	{"unstack", "then 2 of rule unstack: clear B, argument 1", "B2"},
	{"", "fact 4 of context start: on a b, argument 1", "c"},
	{"", "fact 4 of context start: on c b, argument 2", "a"},
	{"", "fact 5 of context start: clear a, argument 1", "b"},
	{"", "fact 6 of context start: clear b, argument 1", "c"},
}

// chooses clicks an item of the menu that is open.
func (u *user) chooses(item string) {
	u.Helper()
	u.clicks(".menu .menu-item .menu-label", item)
}
