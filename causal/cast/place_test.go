package cast

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

func place(t *trace.Trace, c causal.Cast, places ...string) causal.Location {
	return newFinder(causal.New(t)).place(c, places...)
}

func locationIn(t *trace.Trace, c causal.Cast, pred string) causal.Location {
	return newFinder(causal.New(t)).locationIn(c, pred)
}

// Characters may stand second, or in constructors; and where they meet is a place rather
// than what they have.
func TestFindPlaceOfMany(t *testing.T) {
	for _, c := range []struct {
		initial string
		steps   []string
		places  string
		want    causal.Location
		why     string
	}{
		{"in home ann, in home bob, likes ann home", []string{"chat : ?in home ann, ?in home bob"}, "",
			causal.Location{Pred: "in", Who: 1}, "they meet there"},
		{"in hat ann, in cup bob", nil, "", causal.Location{}, "each has something else"},
		{"in hall ann, in yard bob", nil, "yard well", causal.Location{Pred: "in", Who: 1}, "it is called a place"},
		{"feels ann sad, feels bob glad, at ann home", nil, "", causal.Location{}, "there are no signs of a place"},
		{"feels ann sad, feels bob glad, at ann home, at bob home", []string{"chat : ?at ann home, ?at bob home"}, "",
			causal.Location{Pred: "at", Who: 0}, "nobody meets in moods"},
		{"feels ann sad, feels bob glad, at ann home", nil, "home", causal.Location{Pred: "at", Who: 0},
			"it is called a place, and sad is none"},
	} {
		tr := causaltest.Run(c.initial, c.steps...)
		require.Equal(t, c.want, place(tr, causal.Cast{Names: []string{"ann", "bob"}}, strings.Fields(c.places)...), c.why)
	}
	tr := causaltest.Run("at ann home, at bob home", "greet : ?at ann home, ?at bob home")
	for i, kind := range []string{"guest", "host"} {
		r := &tr.Resources[i]
		r.Args[0] = trace.Term{Head: kind, Args: []trace.Term{r.Args[0]}}
	}
	require.Equal(t, causal.Location{Pred: "at", Who: 0}, place(tr, causal.Cast{Names: []string{"ann"}}))
	who, where, ok := causal.Location{Pred: "at", Who: 0}.Of(&tr.Resources[1])
	require.True(t, ok)
	require.Equal(t, "bob home", who+" "+where.String())
	require.Equal(t, causal.Location{Pred: "in", Who: 1},
		locationIn(causaltest.Run("in home ann, in home bob, in ann cage"), causal.Cast{Names: []string{"ann", "bob"}}, "in"))
}

// What people come by and lose again, and never go from one to another with, is what they
// want or have in hand; what else such things are said of is no place either.
func TestFindPlaceOfThings(t *testing.T) {
	wish := []string{"wish : +wants ann salt, +wants bob salt", "buy : -wants ann salt", "buy : -wants bob salt"}
	for _, c := range []struct {
		initial string
		steps   []string
		names   string
		want    string
		why     string
	}{
		{"shut well", wish, "", "", "wishes are no places"},
		{"wants ann wool", append([]string{"buy : -wants ann wool"}, wish...), "", "", "nor are those that some began with"},
		{"makes ann wool, makes bob salt", wish, "", "", "salt is what they want"},
		{"makes ann wool, makes bob soap", wish, "", "", "there they do not meet"},
		{"has ann salt, has ann wool, makes bob wool", nil, "", "", "ann has salt and wool"},
		{"has ann salt, has ann wool, makes bob wool", nil, "wool", "makes", "wool is called a place"},
		{"at ann home", append([]string{"go : -at ann home, +at ann salt"}, wish...), "", "at", "she goes"},
		{
			"at ann home, at bob home", []string{"leave : ?at ann home, -at bob home", "come : +at bob home",
				"leave : -at bob home"}, "", "at", "they meet",
		},
		{"at ann home, at bob home", []string{"greet : ?at ann home, ?at bob home", "die : -at bob home"}, "", "at",
			"who is there from the start may die"},
		{"at ann home", []string{"birth : ?at ann home, +at bob home", "greet : ?at ann home, ?at bob home"}, "", "at",
			"who is born stays"},
		{"at ann home", []string{"renew : -at ann home, +at ann home", "birth : +at bob well", "die : -at bob well"}, "", "",
			"she stays, and he comes and goes"},
	} {
		require.Equal(t, c.want, place(causaltest.Run(c.initial, c.steps...), causal.Cast{Names: []string{"ann", "bob"}},
			strings.Fields(c.names)...).Pred, c.why)
	}
}

// The facts that say where all characters are say it of a few that are followed, too.
func TestFindPlaceOfSome(t *testing.T) {
	for _, c := range []struct {
		initial, names, want string
		why                  string
	}{
		{"at ann home, at bob well, at eve well", "ann bob eve", "at", "all are followed, and one goes"},
		{"at ann home, at bob well, at eve well", "ann eve", "at", "others are of their type"},
		{"at ann home, at bob well, at cat well", "ann bob", "", "a cat is of no type that anybody followed has"},
		{"near ann well, at bob home", "ann", "near", "facts of others alone say nothing of her"},
		{"at ann home, at bob ann", "ann", "", "ann is no place"},
		{"at ann home, at ann bob", "ann", "", "bob is none either, though no page follows him"},
		{"at ann home, at bob home, at bob well", "ann", "", "bob is in two places"},
	} {
		first, _, _ := strings.Cut(c.initial, ",")
		words := strings.Fields(first)
		tr := causaltest.Run(c.initial, "go : -"+first+", +"+words[0]+" "+words[1]+" attic")
		tr.Program = &trace.Program{Types: []trace.Type{{Name: "person", Constants: []string{"ann", "bob", "eve"}},
			{Name: "place", Constants: []string{"home", "well", "attic"}}},
			Predicates: []trace.Predicate{{Name: words[0], Args: []string{"person", "place"}, Mode: trace.Linear},
				{Name: "near", Args: []string{"person", "place"}, Mode: trace.Linear}}}
		require.Equal(t, c.want, place(tr, causal.Cast{Names: strings.Fields(c.names)}).Pred, c.why)
	}
	require.Empty(t, place(causaltest.Run("at ann home, at bob well"), causal.Cast{Names: []string{"ann"}}).Pred,
		"without types nobody knows who bob is")
}

func TestPlaceError(t *testing.T) {
	cast := causal.Cast{Names: []string{"ann"}}
	require.EqualError(t,
		newFinder(causal.New(causaltest.Run("at ann home", "go : -at ann home, +at ann away"))).placeError(cast, "a\x1bt"),
		`no fact of "a\x1bt" says where a character is; those of at do`)
	require.EqualError(t, newFinder(causal.New(causaltest.Run("hero home"))).placeError(cast, "heroes"),
		`no predicate "heroes" in the trace; did you mean hero?`)
	require.EqualError(t, newFinder(causal.New(causaltest.Run("hero home"))).placeError(cast, "hero"),
		`no fact of "hero" says where a character is`)
}

// A predicate that says nothing of where characters are is no place.
func TestPlaceThatIsAskedFor(t *testing.T) {
	g := causal.New(causaltest.Run("at romeo orchard, at juliet orchard, feels romeo glad",
		"meet : ?at romeo orchard, ?at juliet orchard", "sigh : -feels romeo glad, +feels romeo sad"))
	for _, nothing := range []string{"nix", "at\x1b"} {
		_, err := Find(g, Options{By: "romeo,juliet", Place: nothing})
		require.ErrorContains(t, err, "says where a character is; those of at do")
		require.NotContains(t, err.Error(), "\x1b")
	}
}

func TestLocationInNothing(t *testing.T) {
	require.False(t, locationIn(causaltest.Run("in home ann, hero home"), causal.Cast{Names: []string{"bob"}},
		"in").Known())
	require.False(t, locationIn(causaltest.Run("in home ann, hero home"), causal.Cast{Names: []string{"ann"}},
		"hero").Known())
}

// Cells of a board are at no mark, though a rule joins three of them on it.
func TestPlacesAreAtNoPlace(t *testing.T) {
	run := causaltest.Run("free a1, free a2, free a3",
		"put a1 : -free a1, +on a1 x", "put a2 : -free a2, +on a2 x", "put a3 : -free a3, +on a3 x",
		"win a1 a2 a3 x : ?on a1 x, ?on a2 x, ?on a3 x, +won x")
	run.Program = &trace.Program{
		Types: []trace.Type{
			{Name: "cell", Constants: []string{"a1", "a2", "a3"}},
			{Name: "mark", Constants: []string{"x", "o"}},
		},
		Predicates: []trace.Predicate{
			{Name: "free", Args: []string{"cell"}, Mode: trace.Linear},
			{Name: "on", Args: []string{"cell", "mark"}, Mode: trace.Linear},
		},
	}
	cast, err := Find(causal.New(run), Options{})
	require.NoError(t, err)
	require.False(t, cast.Location.Known())
}

// A predicate given as the place places all characters, or the characters that are predicates themselves.
func TestNamedPlace(t *testing.T) {
	tr := causaltest.Run("hero gate, at ann gate, in ann hat", "go : -hero gate, +hero hall",
		"walk : -at ann gate, +at ann hall")
	cast := causal.Cast{Names: []string{"ann", "hero"}, Predicates: []string{"hero"}}
	for named, want := range map[string]causal.Location{
		"at":   {Pred: "at", Own: []string{"hero"}},
		"hero": {Own: []string{"hero"}},
		None:   {},
	} {
		got, err := newFinder(causal.New(tr)).location(cast, Options{Place: named})
		require.NoError(t, err)
		require.Equal(t, want, got, named)
	}
}
