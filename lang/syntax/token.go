package syntax

// kind is a kind of token.
type kind int

const (
	tEOF kind = iota
	tName
	tNumber
	tString
	tDirective // #trace
	tStage     // stage
	tContext   // context
	tPred      // pred
	tLolli     // -o
	tRevLolli  // o-
	tArrow     // ->
	tRevArrow  // <-
	tStar
	tComma
	tDot
	tColon
	tEqual // =
	tOpen
	tClose
	tOpenBrace
	tCloseBrace
	tBang
	tDollar
	tPlus
	tSame    // ==
	tDiffers // <> or !=
	tLess
	tLessEq
	tMore
	tMoreEq
	tBad // reported by the scanner already
)

// reserved are the words that are never names, and the arrows that are spelled
// with characters of names.
var reserved = map[string]kind{
	"stage":   tStage,
	"context": tContext,
	"pred":    tPred,
	"-o":      tLolli,
	"o-":      tRevLolli,
}

// symbols are the tokens that are no names, longest first, as they are written and as
// PDFs hold them: the minus sign and the asterisk of formulas stand in listings.
var symbols = []struct {
	text string
	kind kind
}{
	{"->", tArrow}, {"<-", tRevArrow}, {"==", tSame}, {"<>", tDiffers}, {"!=", tDiffers},
	{"<=", tLessEq}, {">=", tMoreEq}, {"⊸", tLolli}, {"→", tArrow}, {"←", tRevArrow},
	{"−o", tLolli}, {"−>", tArrow}, {"<−", tRevArrow},
	{"*", tStar}, {"⊗", tStar}, {"∗", tStar}, {",", tComma}, {".", tDot}, {":", tColon}, {"=", tEqual},
	{"(", tOpen}, {")", tClose}, {"{", tOpenBrace}, {"}", tCloseBrace},
	{"!", tBang}, {"$", tDollar}, {"+", tPlus}, {"<", tLess}, {">", tMore},
}

// token is a word of the text with its place. text is the ASCII form of a
// name, the digits of a numeral, the value of a string, the name of a
// directive.
type token struct {
	Span
	kind kind
	text string
	// mate is the index of the closing parenthesis of an opening one; 0 where
	// it is missing.
	mate int
}

// describe says in a message what stands there.
func (t token) describe() string {
	switch t.kind {
	case tEOF:
		return "the end of the file"
	case tString:
		return "a string"
	case tDirective:
		return "`#" + t.text + "`"
	}
	return "`" + t.text + "`"
}
