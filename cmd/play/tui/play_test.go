package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const garden = `
coin : pred. tired : pred. rested : pred. who : type. ann : who. bob : who.
place : type. hall : place. yard : place.
at who place : pred. met who who : pred.
stage day = {
  earn : $rested -o coin.
  rest : rested -o tired.
  walk : $rested * at X hall -o at X yard.
  meet : $rested * $at X L * $at Y L * X <> Y -o met X Y.
}
stage night = { dream : tired -o rested. }
#interactive day.
qui * stage day * $tired -o stage night.
qui * stage night -o stage day.
#trace _ day { rested, coin, coin, coin, at ann hall, at bob hall }.
`

// The screen of each size holds what it should: two panes where there is room, the log
// where there is height.
func TestSizes(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 24}, {120, 40}, {200, 60}, {40, 12}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			program, text := example(t, "workshop")
			p := sit(t, "workshop", program, text, size.width, size.height)
			p.types("enter", "down")
			p.golden(fmt.Sprintf("workshop-%dx%d", size.width, size.height))
		})
	}
}

// TestManual checks that the manual shows the screen as it is.
func TestManual(t *testing.T) {
	program, text := example(t, "workshop")
	p := sit(t, "workshop", program, text, 80, 24)
	p.types("enter", "down")
	page, err := os.ReadFile("../../ceptre/manual/playing.md")
	require.NoError(t, err)
	require.Contains(t, string(page), "    "+strings.TrimSuffix(strings.ReplaceAll(p.text(), "\n", "\n    "), "    "))
}

// Keys choose, take back, do again, and go to points of other ways that were tried.
func TestChoosing(t *testing.T) {
	p := sit(t, "game", garden, "", 100, 30)
	p.sees("your turn · stage day · step 0", "▸   1 +coin", "meet · 2", "3 × coin")
	p.types("2", "enter")
	p.sees("step 4", "> t1 rest", "· t2 day/to-night", "· t3 dream", "Gone", " - rested", " + rested")
	p.types("u")
	p.sees("step 0", "your turn")
	p.types("U", "c")
	p.sees("step 5")
	p.types("u")
	p.sees("step 4", "> t1 rest", "· t3 dream")
	p.types("c", "t")
	p.sees("step 0", "your turn")
	p.types("t")
	p.sees("step 0", "There is no choice of yours to take back.")
	p.types("U", "U", "ctrl+r")
	p.sees("step 5", "There is nothing to do again.")
	p.types("u", "u", "u")
	p.sees("step 0", "There is nothing to take back.")
	p.types("down", "down", "enter")
	p.sees("> t1 walk", "step 1")
	p.types("g")
	p.sees("Points · 7", "· the start", "│ t1 rest", "│ t2 day/to-night", "▸ * t1 walk ")
	p.types("up", "up", "enter")
	p.sees("step 4", "> t1 rest")
	p.types("g", "esc", "0", "enter")
	p.sees("step 4", "There is no choice 0.")
}

// A number is taken by Enter, and by nothing else: it may have more digits than those of
// the choices. One that is none takes nothing.
func TestNumbers(t *testing.T) {
	program := "n : type. at n : pred. got n : pred.\n" + many("n%d : n. ", 12) +
		"stage s = { take : at N -o got N. }\n#trace _ s { " + strings.TrimSuffix(many("at n%d, ", 12), ", ") + " }."
	p := sit(t, "many", program, "", 100, 30)
	p.types("1")
	p.sees("▸   1 n0", "Choice 1", "Enter takes it", "step 0")
	p.types("2")
	p.sees("▸  12 n11", "step 0")
	p.types("enter")
	p.sees("> t1 take n11", "step 1")
	p.types("1", "backspace", "enter") // the marked one
	p.sees("> t2 take n0")
	p.types("4", "down", "enter")
	p.sees("> t3 take n5", "step 3")
	p.press("9\n")
	p.settle()
	p.sees("> t4 take n10", "step 4")
	for _, wrong := range []string{"0", "9", "12", "99999999999999999999"} {
		p.types(wrong, "enter")
		p.sees("There is no choice "+wrong+".", "step 4")
	}
	p.types("2", "esc", "u")
	p.sees("step 3")
	p.types("2", "u")
	p.sees("step 2")
}

func many(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// long is a game with more facts and choices than fit.
func long() string {
	return "n : type. at n : pred. got n : pred.\n" + many("n%d : n. ", 99) +
		"stage s = { take : at N -o got N. }\n#trace _ s { " + strings.TrimSuffix(many("at n%d, ", 99), ", ") + " }."
}

// The author's names for choices stand alone in the list; below it, the rule of the marked one is told, too. Where
// some choices have none, rules stand above them all.
func TestNamesOfChoices(t *testing.T) {
	program := "person : type. ada : person. here person : pred.\n" +
		"stage play = { knock : $here P -o (). wait : here P -o (). }\n#trace _ play { here ada }."
	text := "## knock\n{P} knocks.\n\n### choice\nKnock at the gate\n\n## wait\nThe sun comes up.\n"
	p := sit(t, "gate", program, text+"\n### choice\nWait for the morning\n", 100, 24)
	p.sees("│▸   1 Knock at the gate\n", "│    2 Wait for the morning\n", "│Knock at the gate — knock P=ada\n")
	p.types("2", "enter")
	p.sees("> t1 wait ada")
	p = sit(t, "gate", program, text, 100, 24)
	p.sees("│knock\n", "│▸   1 Knock at the gate\n", "│wait\n", "│    2 ada — The sun comes up.\n")
}

// The marked choice is always to be seen, and the rule above the first.
func TestScrolling(t *testing.T) {
	p := sit(t, "many", long(), "", 100, 24)
	p.types("end")
	p.sees("▸  99 n98")
	p.misses("  1 n0")
	p.types("pgup", "pgup")
	p.sees("▸ ")
	p.types("home")
	p.sees("▸   1 n0", "take · 99")
	p.types("tab", "G")
	p.sees("▸  at n98")
	p.types("home")
	p.sees("▸  at n0", "N0 ")
}

// Typing finds choices; Enter takes the marked one, and Esc shows all again.
func TestFilter(t *testing.T) {
	p := sit(t, "game", garden, "", 100, 30)
	p.types("/", "ME")
	p.sees("Choices · 2 with “ME”", "Find: ME", "▸   5 ann hall bob")
	p.misses("▸   1")
	p.types("down")
	p.types("enter")
	p.sees("> t1 meet bob hall ann")
	p.types("/", "zzz")
	p.sees("nothing fits")
	p.types("enter")
	p.sees("There is nothing to choose.")
	p.types("/", "walk", "esc")
	p.sees("earn", "meet · 2")
	p.types("/", "ANN meet") // words, in whatever order
	p.sees("Choices · 2 with “ANN meet”")
	p.types("esc")
}

// Typed or pasted text replaces a proposal, unless another key has begun to edit it.
func TestProposals(t *testing.T) {
	p := sit(t, "game", garden, "", 100, 30)
	p.types("s")
	p.sees("ctrace): game.json")
	p.types("g1.json", "enter")
	p.sees("Saved: g1.json")
	p.types("s", "left", "2", "enter")
	p.sees("Saved: g1.jso2n")
	p.types("s", "backspace", "backspace", "enter")
	p.sees("Saved: g1.jso")
	p.types("s")
	p.update(tea.PasteMsg{Content: "pasted.json"})
	p.types("enter")
	p.sees("Saved: pasted.json")
	p.types("tab", "w", "coin", "enter")
	p.sees("─ Why coin")
	p.types("esc", "T", "nigth", "enter")
	p.sees("there is no stage nigth")
}

// Pasted text goes into a prompt, and does not act as keys.
func TestPaste(t *testing.T) {
	p := sit(t, "game", garden, "", 100, 30)
	p.update(tea.PasteMsg{Content: "1\nq\ny"})
	p.sees("nothing is pasted", "step 0")
	p.types("/")
	p.update(tea.PasteMsg{Content: "ann"})
	p.sees("Find: ann", "with “ann”")
	p.types("esc", "r")
	p.update(tea.PasteMsg{Content: "met ann\n"})
	p.sees("> met ann")
	p.types("enter")
	p.sees("Stopped: ")
	require.False(t, p.over)
}

// Of what happened last, the beginning is seen rather than the end.
func TestLongNews(t *testing.T) {
	program, text := example(t, "verona")
	p := sit(t, "verona", program, text, 60, 20)
	p.types("enter")
	p.sees("> t1 do/wander romeo", "…")
}

// However much has gone, the state is to be seen, and where it is cut, that is said.
func TestMuchGone(t *testing.T) {
	program := "n : type. old n : pred. new n : pred.\n" + many("n%d : n. ", 20) +
		"stage s = { turn : old N -o new N. }\n#trace _ s { " + strings.TrimSuffix(many("old n%d, ", 20), ", ") + " }."
	p := sit(t, "many", program, "", 100, 24)
	p.sees("   old n6", "… 13 more (Tab)")
	p.types("r", "end", "enter")
	p.sees("Gone", " - old ", "   … and 17 more gone", "N0 ", " + new n0", "… 15 more (Tab)")
	p.types("tab", "down", "down", "down")
	p.sees("▸  … and 17 more gone", "… 15 more ")
	p.misses("(Tab)")
	p.types("end")
	p.sees("▸+ new n19", "… 16 more above ")
	p.types("up", "pgup")
	p.sees("… 15 more above, 2 below")
	p.types("home", "down", "down", "down", "enter")
	p.sees("▸- old ", "… 3 more above, 22 below")
	p.misses("more gone")
}

// The filter also finds choices beyond the bounds of the list.
func TestFilterBeyondTheList(t *testing.T) {
	program := "n : type. k : type. at n : pred. bt k : pred. got n k : pred.\n" +
		many("n%d : n. ", 300) + many("k%d : k. ", 300) +
		"\nstage m = { pair : at N * bt K -o got N K. }\n#trace _ m { " +
		many("at n%d, ", 300) + strings.TrimSuffix(many("bt k%d, ", 300), ", ") + " }."
	p := sit(t, "pairs", program, "", 100, 30)
	p.sees("Choices · 500 and more: / finds them")
	p.press("/n250 k299")
	p.types("enter") // while it is still being looked for
	p.sees("> t1 pair n250 k299")
	p.sees("Choices · 500 and more")
}

// Chance goes on until what was asked for, or to a breakpoint.
func TestRunAndBreaks(t *testing.T) {
	p := sit(t, "game", garden, "", 100, 30)
	p.types("r", "met", "enter")
	p.sees("Stopped: met")
	p.types("r", "nix", "enter")
	p.sees("there is no rule and no predicate nix")
	p.types("r", "esc", "r", "enter")
	p.sees("It is your turn.")
	p.types("b", "dream", "enter")
	p.sees("Breakpoints · 1", "▸ dream", "1 breakpoint")
	p.types("esc", "/", "rest", "enter")
	p.sees("Stopped: dream", "chance's turn: r goes on")
	p.types("r", "enter")
	p.sees("your turn")
	p.types("b", "a", "tired", "enter", "d")
	p.sees("Breakpoints · 1", "▸ tired")
	p.types("d")
	p.misses("breakpoint")
	p.types("b", "rest, night/to-day", "enter")
	p.sees("Breakpoints · 2", "▸ rest", "night/to-day")
	p.types("a", "coin, nix", "enter")
	p.sees("no predicate nix", "Breakpoints · 2")
}

// Players say in which stages they choose; chance plays the others.
func TestTurns(t *testing.T) {
	p := sit(t, "game", garden, "", 100, 30)
	p.types("T", "nigth", "enter")
	p.sees("there is no stage nigth; the program has day, night", "step 0")
	p.types("T")
	p.sees("Your turn in (all, or some of day, night): day")
	p.types("ctrl+u", "enter")
	p.sees("Nothing has changed.", "step 0")
	p.types("T", "night", "enter")
	p.sees("your turn · stage night", "dream")
}

// A stage without end can be interrupted, and the screen answers meanwhile.
func TestEndless(t *testing.T) {
	p := sit(t, "endless", "a : pred. go : pred.\nstage day = { start : go -o a. }\n#interactive day.\nstage night = { "+
		"spin : a -o a. }\nqui * stage day * $a -o stage night.\n#trace _ day { go }.", "", 100, 30)
	p.press("enter")
	for !p.m.busy.slow {
		p.update(<-p.msgs)
	}
	p.sees("chance plays: ", "Esc interrupts")
	p.press("tab")
	p.update(tea.WindowSizeMsg{Width: 90, Height: 20})
	p.sees("chance plays: ")
	p.types("esc")
	p.sees("Interrupted.", "chance's turn", "spin")
	p.types("r", "end")
	p.press("enter")
	for !p.m.busy.slow {
		p.update(<-p.msgs)
	}
	p.press("q")
	p.settle()
	p.sees("This game is not saved.")
	p.types("n")
	p.types("q", "y")
	require.True(t, p.over)
}

// Work that exceeds the memory is given up, and the screen keeps its contents.
func TestNoRoom(t *testing.T) {
	p := sit(t, "game", garden, "", 100, 30)
	bounded := p.m.o.Bounded
	p.m.o.Bounded = func(ctx context.Context, do func(context.Context) error) error {
		_ = do(ctx)
		return errors.New("it took much")
	}
	p.types("1", "enter")
	p.sees("here: it took much", "broken: here: it took much", "step 1", "> t1 earn")
	p.m.o.Bounded = bounded
	p.types("u")
	p.sees("your turn", "step 0", "Choices · 6")
}

// The program's sensors ask within the screen, and what it prints stands with its step.
func TestSensors(t *testing.T) {
	program := `word : type. yes : word. no : word.
hear word : sense. #sensor hear WORD. say string : action. #action say PRINT. ask : pred. said word : pred. left : pred.
stage s = { ask : ask * hear W -o said W * say "so be it". again : said W -o ask * say "Again?". never : left -o (). }
#trace _ s { ask }.`
	p := sit(t, "asks", program, "", 100, 30)
	p.sees("the program asks", "The program waits for a line")
	p.types("maybe", "enter")
	p.sees("unknown constant `maybe`; there are `yes`, `no` (Ctrl-D: there is none; Esc: later):")
	p.types("yes", "enter")
	p.sees("your turn", "▸   1 yes")
	p.types("1", "enter", "1", "enter")
	p.sees("  so be it", "  Again?", "the program asks")
	p.types("esc")
	p.sees("the program asks: Enter answers", "Interrupted.")
	p.types("enter", "ctrl+d")
	p.sees("nothing can happen any more")
	p.types("a")
	p.sees("the program asks", "The program waits for a line")
	p.types("no", "enter")
	p.sees("your turn", "▸   1 no")
	p.types("u")
	p.sees("> t1 ask yes")
	p.misses("t2 again")
}

// Answers are shown in place, and their subjects can be marked in the state.
func TestAnswers(t *testing.T) {
	p := sit(t, "game", garden, "", 100, 30)
	p.types("tab", "down", "w")
	p.sees("Why is there (a fact, or the id of a step): at")
	p.types("enter")
	p.sees("─ Why at", "because of at")
	p.types("esc", "n", "fly", "enter")
	p.sees("no rule fly")
	p.types("?")
	p.sees("─ Keys", "take back the last thing you did")
	p.types("q", "l")
	p.sees("─ What happened")
}

// A text that is longer than the screen says which of its lines are shown.
func TestPager(t *testing.T) {
	p := sit(t, "game", garden, "", 60, 16)
	p.types("?")
	p.sees("─ Keys · lines 1 to 13 of ")
	p.types("down")
	p.sees("─ Keys · lines 2 to 14 of ")
	p.update(tea.WindowSizeMsg{Width: 120, Height: 60})
	p.sees("─ Keys ──")
	p.m.push(newPager(strings.Repeat("long ", 50), strings.Repeat("line\n", 99)))
	p.update(tea.WindowSizeMsg{Width: 60, Height: 16})
	p.sees("… · lines 1 to 13 of 99 ─")
}

// In the state, Enter asks why of the marked fact, and takes no choice. There is one mark that
// keys move.
func TestEnterInTheState(t *testing.T) {
	p := sit(t, "game", garden, "", 100, 30)
	p.sees("enter choose", "▸   1 +coin")
	p.types("tab", "down")
	p.sees("▹   1 +coin", "▸  at ", "enter why")
	p.types("enter")
	p.sees("─ Why at", "because of at")
	p.types("esc")
	p.sees("step 0")
	p.types("1", "enter")
	p.sees("> t1 earn")

	p = sit(t, "hidden",
		"a : pred. note string : pred.\nstage s = { go : a -o (). }\n#trace _ s { note \"\x1b[31mred\", a }.", "", 100, 30)
	p.types("tab", "down", "enter")
	p.sees(`─ Why note "\x1b[31mred"?`, "step 0")
}

// At the end it is said how the run ended, with the author's words.
func TestEnding(t *testing.T) {
	program := "coin : pred. debt : pred. won : pred.\nstage night = { win : coin -o won. lose : coin -o debt. }\nstage " +
		"dawn = {}\n" +
		"dawn/begins : qui * stage night * $debt -o stage dawn. night/won : qui * stage night * $won -o ().\n#trace _ " +
		"night { coin }."
	p := sit(t, "night", program, "---\ntitle: A Night\n---\n\n## ending (if won)\n### Luck\nYou keep the coin.\n", 60, 24)
	p.types("/", "win", "enter", "r", "enter")
	p.sees("the end: night/won", "  night/won has ended the run", "  Luck", "  You keep the coin.")
	p.types("l")
	p.sees("· t2 night/won", "the end: night/won has ended the run", "  You keep the coin.")
	p.types("esc", "u")
	p.misses("has ended")
	p.types("u", "/", "lose", "enter", "r", "enter")
	p.sees("the end: nothing can happen · stage dawn", "  nothing can happen any more in stage dawn")
	p.misses("You keep")
}

// A bound ends the game, too: that of the run, whether the program or an option gives it.
func TestBound(t *testing.T) {
	for steps, end := range map[int]string{1: "the end: the limit of 1 step ·", 2: "the end: the limit of 2 steps ·"} {
		p := sit(t, "short", fmt.Sprintf("a : pred.\nstage s = { go : a -o a. }\n#trace %d s { a }.", steps), "", 100, 30)
		for range steps {
			p.types("enter")
		}
		p.sees(end)
	}
}

// A state that was reached before is marked beside the step.
func TestAgain(t *testing.T) {
	p := sit(t, "round", "a : pred. b : pred.\nstage s = { go : a -o b. back : b -o a. }\n#trace _ s { a }.", "", 100, 30)
	p.types("enter")
	p.sees("step 1 · seed")
	p.types("enter")
	p.sees("step 2, as at the start · seed")
	p.types("c")
	p.sees("step 3, as after step 1 · seed")
	p.types("u", "u")
	p.sees("step 1 · seed")
}

// Saving asks before it writes over a file, and leaving before something is lost.
func TestSavingAndLeaving(t *testing.T) {
	p := sit(t, "game", garden, "", 100, 30)
	p.types("1", "enter", "s", "enter")
	p.sees("Saved: game.json")
	p.types("s")
	p.types("old.json", "enter")
	p.sees("old.json is there. Write over it?   y yes   n no")
	p.types("n")
	p.misses("Saved")
	p.types("s", "enter", "y")
	p.sees("Saved: game.json")
	p.types("q")
	p.sees("This game is not saved.")
	p.types("s", "enter", "y")
	require.True(t, p.over)
	require.True(t, p.saved["game.json"])

	p = sit(t, "game", garden, "", 100, 30)
	p.types("ctrl+c")
	require.True(t, p.over)
}

// Whatever is typed at whatever size, the screen has just as many lines of just that
// width, and nothing in it that a terminal would obey but styles.
func TestScreenKeepsItsSize(t *testing.T) {
	hostile := "人 : type. 王さん : 人. שלום : 人.\nat 人 : pred. note string : pred.\n" +
		"stage s = { 挨拶 : at X * note T -o at X * note \"\x1b[31mwide 漢字漢字漢字 \u202e\". again : note T -o note T. }\n" +
		"#trace 40 s { at 王さん, at שלום, note \"e\u0301\U0001F468\u200D\U0001F469\" }."
	keys := []string{"enter", "tab", "up", "down", "pgdown", "pgup", "end", "home", "/", "esc", "u", "U", "g", "c", "b",
		"w", "n", "l", "s", "?", "r", "1", "2", "9", "漢", "a", "d", "t", "x", "backspace"}
	rapid.Check(t, func(rt *rapid.T) {
		p := sit(t, "hostile", hostile, "", 80, 24)
		for range rapid.IntRange(1, 30).Draw(rt, "moves") {
			if rapid.IntRange(0, 9).Draw(rt, "resize") == 0 {
				p.update(tea.WindowSizeMsg{Width: rapid.IntRange(1, 130).Draw(rt, "width"),
					Height: rapid.IntRange(1, 50).Draw(rt, "height")})
			}
			if rapid.IntRange(0, 4).Draw(rt, "paste") == 0 {
				p.update(tea.PasteMsg{Content: "\u202e\u2066note\u200f \x1b[31m\x1b]0;title\a\u009b2J"})
				p.settle()
				p.measure(rt)
			}
			p.types(rapid.SampledFrom(keys).Draw(rt, "key"))
			p.measure(rt)
		}
	})
}

func (p *player) measure(rt *rapid.T) {
	lines := strings.Split(p.m.draw(), "\n")
	require.Len(rt, lines, max(1, p.m.height))
	for _, line := range lines {
		require.LessOrEqual(rt, ansi.StringWidth(line), max(p.m.width, 1), "%q", line)
		text := regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(line, "")
		require.Equal(rt, visible.Line(text), text)
	}
}

// Where nothing could happen from the start, the screen says what was missing.
func TestNothingFromTheStart(t *testing.T) {
	p := sit(t, "lacking", "door : pred. key : pred. way : pred. open : door * key -o way. find : way -o key. #trace _ "+
		"main { door }.", "", 100, 30)
	p.sees("nothing can happen any more", "nothing happened in stage main; of its rules, nearest to", "open: lacks `key`")
}
