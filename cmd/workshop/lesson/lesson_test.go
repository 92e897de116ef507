package lesson

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/lang"
)

// head, blocksRules and foot are the blocks world of the tour.
const (
	head = `block : type. a : block. b : block. c : block.
on block block : pred. on_table block : pred. clear block : pred. arm_holding block : pred. arm_free : pred.
`
	start = `context start = { on c a, on_table a, on_table b, clear b, clear c, arm_free }
#trace _ main start.
`
	pickUp  = "pick_up : arm_free * on_table X * clear X -o arm_holding X.\n"
	putDown = "put_down : arm_holding X -o on_table X * clear X * arm_free.\n"
	stack   = "stack : arm_holding X * clear Y -o on X Y * clear X * arm_free.\n"
	unstack = "unstack : arm_free * on X Y * clear X -o arm_holding X * clear Y.\n"

	model = head + pickUp + putDown + stack + unstack + start
)

// swap replaces texts of the model, each of which it has.
func swap(t *testing.T, text string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		require.Contains(t, text, pairs[i])
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// said returns the answer of a task as text: `✓ …` or `✗ …`.
func said(t *testing.T, text, task string) string {
	t.Helper()
	prog, errs := lang.Load("blocks.cep", []byte(text))
	require.False(t, errs.Failed(), errs)
	a, err := Check(t.Context(), prog, task, 0)
	require.NoError(t, err)
	require.NotEmpty(t, a.Says)
	return map[bool]string{true: "✓ ", false: "✗ "}[a.Done] + a.Says
}

// The declarations are looked at by their types.
func TestDeclarations(t *testing.T) {
	for _, c := range [][3]string{
		{"things", "x : pred.", "✗ There is no type yet."},
		{"things", "block : type.", "✗ The type has no constants yet: add a, b and c."},
		{"things", "block : type. a : block. b : block.", "✗ There is a and b so far; the world needs 3."},
		{"things", "brick : type. x : brick. y : brick. z : brick.", "✓ The type brick has x, y and z."},
		{"on", "brick : type. x : brick. y : brick. z : brick.",
			"✗ There is no predicate yet that says of two things of the type brick where they are."},
		{"on", "brick : type. x : brick. y : brick. z : brick. upon brick : pred.",
			"✗ upon needs two arguments of the type brick."},
		{"on", "brick : type. x : brick. y : brick. z : brick. upon brick brick : pred.",
			"✓ upon says something of two things of the type brick."},
		{"facts", swap(t, head, "clear block : pred.", ""),
			"✗ 2 predicates about one thing of the type block so far; the world needs 3: on_table, clear and arm_holding."},
		{"facts", swap(t, head, "arm_free : pred.", ""), "✗ There is no predicate without arguments yet: arm_free."},
		{"facts", head, "✓ All predicates are there."},
	} {
		require.Equal(t, c[2], said(t, c[1], c[0]))
	}
}

// The start has a place for each block, says what is clear, and that the arm is free.
func TestStart(t *testing.T) {
	for change, want := range map[string]string{
		"":                 "✓ At the start, c is on another block, and c and b are clear.",
		"on c a, ":         "✗ At the start, no block is on another: add a fact with on.",
		"on_table b, ":     "✗ At the start, b is neither on another block nor on the table.",
		"clear b, ":        "✗ At the start, nothing is on c and b: they are clear, and no others. The facts say clear of c.",
		"clear b, clear c": "✗ Nothing says yet that c and b are clear: nothing is on them.",
		", arm_free":       "✗ Nothing says yet that the arm is free.",
	} {
		text := head + pickUp + start
		if change == "clear b, clear c" {
			text = swap(t, text, "clear b, clear c, ", "")
		} else if change != "" {
			text = swap(t, text, change, "")
		}
		require.Equal(t, want, said(t, text, "start"), change)
	}
	require.Equal(t, "✗ There are no facts to start with yet: add a context.", said(t, head, "start"))
	require.Contains(t, said(t, swap(t, head+start, "on_table b, ", "on_table b, on_table c, "), "start"),
		"✗ At the start, on says what is on what, and no other fact which blocks are on the table.")
}

// The first rule takes a block from the table, and uses up what becomes untrue.
func TestPick(t *testing.T) {
	for rule, want := range map[string]string{
		pickUp: "✓ A block can be picked up from the table.",
		"":     "✗ At the start, it must be possible to take b from the table. No rule does this yet.",
		"p : $arm_free * on_table X * clear X -o arm_holding X.": "✗ After p b, unstack c a is possible.",
		"p : arm_free * on_table X -o arm_holding X.":            "✗ At the start, p a is possible, but no arm can do this",
		"p : arm_free * $on_table X * clear X -o arm_holding X.": "✗ At the start, p b is possible, and no block is",
		"p : arm_free * on_table X * clear X -o ().":             "✗ At the start, p b is possible. Then b has vanished.",
	} {
		text := head + rule + start
		if strings.HasPrefix(rule, "p : $arm") {
			text = head + rule + unstack + start
		}
		got := said(t, text, "pick")
		require.True(t, strings.HasPrefix(got, want), "%s: %s", rule, got)
	}
}

// The four rules have the moves of a blocks world, in each state; models that keep account of the arm or of clear
// blocks in other ways do, too.
func TestRules(t *testing.T) {
	require.Equal(t, "✓ All moves are there: the world has 22 states.", said(t, model, "rules"))
	other := `stone : type. i : stone. ii : stone. iii : stone.
upon stone stone : pred. low stone : pred. bare stone : pred. grip stone : pred. idle : pred. busy : pred.
fetch : idle * low S * $bare S -o grip S * busy.
drop : busy * grip S -o low S * idle.
lay : busy * grip S * bare T * S <> T -o upon S T * idle.
lift : idle * upon S T * $bare S -o grip S * bare T * busy.
context begin = { upon iii i, low i, low ii, bare ii, bare iii, idle }
#trace _ main begin.
`
	require.Equal(t, "✓ All moves are there: the world has 22 states.", said(t, other, "rules"))
	for _, c := range [][3]string{
		{putDown, "", "✗ After pick_up b, it must be possible to put b on the table. No"},
		{stack, "", "✗ After pick_up b, it must be possible to put b on c. No rule"},
		{unstack, "", "✗ At the start, it must be possible to take c off a. No rule does this yet."},
		{stack, swap(t, stack, " * clear X * arm", " * arm"),
			"✗ After pick_up b and stack b c, it must be possible to take b off c."},
		{stack, swap(t, stack, "clear Y -o", "$clear Y -o"), "✗ After "},
		{unstack, swap(t, unstack, " * clear Y.", "."), "✗ After unstack c a, it must be possible to put c on a."},
		{putDown, swap(t, putDown, " * arm_free", ""),
			"✗ After pick_up b and put_down b, it must be possible to take c off a."},
		{putDown, swap(t, putDown, "-o on_table X", "-o on_table X * on_table X"),
			"✗ After pick_up b, put_down b is possible. Then b is at two places at once."},
		{stack, stack + "spin : arm_free -o arm_free.\n",
			"✗ At the start, spin is possible, and no block is elsewhere then."},
		{other, other, ""},
	} {
		if c[0] == other {
			require.Contains(t, said(t, swap(t, other, " * S <> T", ""), "rules"), "✗ After ", "a block on itself")
			continue
		}
		got := said(t, swap(t, model, c[0], c[1]), "rules")
		require.True(t, strings.HasPrefix(got, c[2]), "%s: %s", c[1], got)
	}
}

// arms is the model with an argument for the arm.
func arms(t *testing.T) string {
	return swap(t, model, "block : type.", "arm : type. left : arm. right : arm. block : type.",
		"arm_holding block", "arm_holding arm block", "arm_free : pred", "arm_free arm : pred",
		"arm_holding X", "arm_holding A X", "arm_free *", "arm_free A *", "* arm_free.", "* arm_free A.",
		"arm_free }", "arm_free left, arm_free right }")
}

// Two arms hold two blocks at once, and no more.
func TestArms(t *testing.T) {
	require.Equal(t, "✓ After pick_up b left and unstack c a right, both c and b are in the air.",
		orderless(said(t, arms(t), "arms")))
	twice := swap(t, model, "arm_free }", "arm_free, arm_free }")
	require.Contains(t, said(t, twice, "arms"), "✓", "two tokens do as well")
	second := model[:len(model)-len(start)] + strings.NewReplacer("arm_", "arm2_", "pick", "pick2", "put",
		"put2", " stack", " stack2",
		"unstack", "unstack2", "stack :", "stack2 :").Replace(pickUp+putDown+stack+unstack) +
		"arm2_holding block : pred. arm2_free : pred.\n" +
		swap(t, start, "arm_free", "arm_free, arm2_free")
	require.Contains(t, said(t, second, "arms"), "✓", "a predicate for each arm does as well")

	for text, want := range map[string]string{
		model: "✗ Two blocks are never in the air at once.",
		swap(t, model, "pick_up : arm_free", "pick_up : $arm_free"):                    "✗ After ",
		swap(t, model, "arm_free }", "arm_free, arm_free, arm_free }"):                 "✗ After ",
		swap(t, arms(t), "arm_free left, arm_free right", "arm_free left"):             "✗ Two blocks are never",
		swap(t, twice, putDown, "", stack, ""):                                         "✗ After ",
		swap(t, model, "-o arm_holding X.", "-o ()."):                                  "✗ After pick_up b, b has vanished.",
		swap(t, model, "arm_free }", "arm_free }") + "grow : $arm_free -o arm_free.\n": "✗ After ",
	} {
		got := said(t, text, "arms")
		require.True(t, strings.HasPrefix(got, want), "%s: %s", text, got)
	}
}

// orderless leaves the names of moves as they are but for the order of arguments.
func orderless(s string) string {
	return strings.NewReplacer("pick_up left b", "pick_up b left", "unstack right c a",
		"unstack c a right").Replace(s)
}

// One more block can be picked up if it stands somewhere.
func TestMore(t *testing.T) {
	more := swap(t, model, "c : block.", "c : block. d : block.", "clear c,", "clear c, on_table d, clear d,")
	require.Equal(t, "✓ 4 different blocks can be picked up now.", said(t, more, "more"))
	for text, want := range map[string]string{
		model:                                             "✗ 3 blocks can be picked up, as before.",
		swap(t, more, "on_table d, ", ""):                 "✗ At the start, d is neither on another block nor on the table.",
		swap(t, more, ", clear d", ""):                    "✗ 3 blocks can be picked up, as before.",
		swap(t, more, "on_table d, clear d, ", ""):        "✗ 3 blocks can be picked up, as before.",
		swap(t, more, "on_table d", "on_table d, on d b"): "✗ At the start, on says what is on what",
	} {
		got := said(t, text, "more")
		require.True(t, strings.HasPrefix(got, want), "%s: %s", text, got)
	}
	prog, _ := lang.Load("blocks.cep", []byte(more))
	a, err := Check(t.Context(), prog, "more", 4)
	require.NoError(t, err)
	require.False(t, a.Done)
	require.Equal(t, 4, a.Number)
}

// A rule ends the program if nothing can happen after it, and the world goes on without it.
func TestEnd(t *testing.T) {
	won := "won : pred.\n"
	tower := won + "finish : arm_free * $on a b * $on b c -o won.\n"
	require.Equal(t, "✓ After finish, nothing can happen any more.", said(t, model+tower, "end"))
	playing := swap(t, model, "pick_up : ", "pick_up : $playing * ", "put_down : ", "put_down : $playing * ",
		"\nstack : ", "\nstack : $playing * ", "unstack : ", "unstack : $playing * ", "arm_free }",
		"arm_free, playing }")
	require.Equal(t, "✓ After stop, nothing can happen any more.",
		said(t, "playing : pred.\n"+playing+"stop : playing * $on a b -o ().\n", "end"))
	require.Equal(t, "✓ After finish, nothing can happen any more.", said(t, arms(t)+won+
		"finish : arm_free A * arm_free B * $on a b -o won.\n", "end"))
	for text, want := range map[string]string{
		model: "✗ Nothing ends the program",
		model + won + "finish : $on a b * $on b c -o won.\n":             "✗ The world has more than",
		model + won + "finish : $on a b * arm_free -o won * arm_free.\n": "✗ The world has more than",
		swap(t, model, putDown, "", stack, ""):                           "✗ After pick_up and unstack nothing can happen",
		swap(t, model, putDown, ""):                                      "✗ Nothing ends the program",
		arms(t) + won + "finish : arm_free A * $on a b -o won.\n":        "✗ ",
		swap(t, model, "arm_free }", "won }") + won:                      "✗ Nothing can happen at the start.",
	} {
		got := said(t, text, "end")
		require.True(t, strings.HasPrefix(got, want), "%s: %s", text, got)
	}
}

// Unknown tasks are errors.
func TestUnknownTask(t *testing.T) {
	prog, _ := lang.Load("blocks.cep", []byte(model))
	_, err := Check(t.Context(), prog, "dance", 0)
	require.EqualError(t, err, fmt.Sprintf("there is no task %q", "dance"))
}
