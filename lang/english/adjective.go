package english

import (
	"slices"
	"strings"
)

// adjectives are words that say how somebody or something is and that do not look like it.
var adjectives = strings.Fields(`
	absent afraid alert alike alive alone aloof angry anxious apart ashamed asleep awake aware awkward bad bald
	bankrupt bare best betrothed better big bitter black blank bleak blind blond blue blunt bold brave brief
	bright broken brown busy calm cheap chosen clean clear clever close cold cool coy crazy crude cruel curly
	damp dark dead deaf dear deep dense dim dirty dizzy drunk dry due dull dumb eager early easy elder eldest
	empty equal evil exact extinct faint fair fake fallen fat few fine firm first fit flat fond forbidden
	foreign forgotten fragile frail frank free fresh frozen full funny gay giddy given glad gold golden gone
	good grand gray great greedy green grey grim gross guilty half happy hard hardy harsh heavy hidden high
	hoarse hollow holy honest hot huge humble hungry idle ill immune innocent intact just keen kind known lame
	large last late lazy lean left less light like little lone lonely long loose lost lot loud low loyal lucky
	mad main male mature mean merry mild modest mortal mute naked narrow nasty naughty near neat new next nice
	noble numb odd old open other own pale past patient plain poor posh present pretty proper proud pure purple
	quaint queer quick quiet rare raw ready real red remote rich ripe risen rough round royal rude rural sacred
	sad safe same sane scarce secret secure senior severe shaken shallow sharp short shown shut shy sick silent
	silly simple sincere single slack sleepy slender slim slow sly small smart smooth sober soft sold solemn
	solid sore sound sour spare square stale steep stern stiff still stout straight strange strict strong sturdy
	subtle sudden sure sweet swift sworn taken tall tame tart tender tense thick thin thirsty tidy tight tiny
	tired torn tough true ugly undone unfit unique unknown unwell upset urgent vague vain valid vast violent
	warm wary weak wealthy weary wed well wet white whole wicked wide wild wise woken worn worse worst wrong
	yellow young`)

// adjectiveEnds are the ends of words that are adjectives or participles, nearly all of them.
var adjectiveEnds = []string{"ful", "less", "ous", "ish", "able", "ible", "ed"}

// notAdjectives end so and are nouns.
var notAdjectives = strings.Fields("bed bleed breed creed deed feed greed need reed seed shed sled speed steed weed " +
	"bread dish fish radish table cable fable stable vegetable bible")

// Adjective reports whether a word in lower case is an adjective or a participle, as in "she is rich",
// as far as its form and a list of common ones tell.
func Adjective(word string) bool {
	if slices.Contains(adjectives, word) {
		return true
	}
	if slices.Contains(notAdjectives, word) {
		return false
	}
	if positive, ok := strings.CutPrefix(word, "un"); ok && slices.Contains(adjectives, positive) {
		return true
	}
	ends := func(end string) bool { return strings.HasSuffix(word, end) }
	return len(word) > 4 && slices.ContainsFunc(adjectiveEnds, ends)
}

// governed are the prepositions that stand behind adjectives and before whom they are about.
var governed = map[string]string{
	"afraid": "of", "angry": "with", "ashamed": "of", "aware": "of", "betrothed": "to", "close": "to",
	"dear": "to", "devoted": "to", "engaged": "to", "fond": "of", "guilty": "of", "jealous": "of",
	"kind": "to", "loyal": "to", "mad": "at", "married": "to", "proud": "of", "related": "to",
	"rude": "to", "scared": "of", "sick": "of", "sure": "of", "tired": "of", "true": "to",
	"unaware": "of", "wary": "of", "wed": "to",
}

// Preposition returns the preposition behind an adjective: "of" for fond, "with" for angry; "" where
// none is known.
func Preposition(adjective string) string { return governed[adjective] }
