package lsp

import "github.com/creachadair/jrpc2"

// The types of this file are those of the protocol, as far as they are used:
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification

// The codes of errors that the protocol adds to those of JSON-RPC.
const (
	notInitialized jrpc2.Code = -32002
	requestFailed  jrpc2.Code = -32803
)

// The ways to count the characters of a line.
const (
	utf8Units  = "utf-8"
	utf16Units = "utf-16" // the default of the protocol
)

const syncIncremental = 2

type initializeParams struct {
	Capabilities capabilities `json:"capabilities"`
}

// capabilities are the abilities of an editor.
type capabilities struct {
	General struct {
		PositionEncodings []string `json:"positionEncodings"`
	} `json:"general"`
	Workspace struct {
		WorkspaceEdit struct {
			DocumentChanges bool `json:"documentChanges"`
		} `json:"workspaceEdit"`
	} `json:"workspace"`
}

// encoding returns the first of the editor's ways to count that is known here.
func (c capabilities) encoding() string {
	for _, e := range c.General.PositionEncodings {
		if e == utf8Units || e == utf16Units {
			return e
		}
	}
	return utf16Units
}

type initializeResult struct {
	Capabilities serverCapabilities `json:"capabilities"`
	ServerInfo   serverInfo         `json:"serverInfo"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type serverCapabilities struct {
	PositionEncoding   string            `json:"positionEncoding"`
	TextDocumentSync   syncOptions       `json:"textDocumentSync"`
	Hover              bool              `json:"hoverProvider"`
	Definition         bool              `json:"definitionProvider"`
	References         bool              `json:"referencesProvider"`
	DocumentHighlight  bool              `json:"documentHighlightProvider"`
	DocumentSymbol     bool              `json:"documentSymbolProvider"`
	DocumentFormatting bool              `json:"documentFormattingProvider"`
	CodeAction         actionOptions     `json:"codeActionProvider"`
	Rename             renameOptions     `json:"renameProvider"`
	Completion         completionOptions `json:"completionProvider"`
}

type syncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"`
}

type actionOptions struct {
	Kinds []string `json:"codeActionKinds"`
}

type renameOptions struct {
	PrepareProvider bool `json:"prepareProvider"`
}

type completionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

// position counts lines and characters from 0.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

// documentID names a document; Version is 0 in requests.
type documentID struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
}

// versionedID names a document to be edited; Version is nil for a file that is not open.
type versionedID struct {
	URI     string `json:"uri"`
	Version *int   `json:"version"`
}

// addressed is implemented by parameters that name a document.
type addressed interface{ address() string }

type documentParams struct {
	TextDocument documentID `json:"textDocument"`
}

func (p documentParams) address() string { return p.TextDocument.URI }

// placed is implemented by parameters that name a place in a document.
type placed interface {
	addressed
	place() position
}

type positionParams struct {
	documentParams
	Position position `json:"position"`
}

func (p positionParams) place() position { return p.Position }

type referenceParams struct {
	positionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

type renameParams struct {
	positionParams
	NewName string `json:"newName"`
}

type actionParams struct {
	documentParams
	Range   textRange     `json:"range"`
	Context actionContext `json:"context"`
}

// actionContext says which kinds of actions are asked for; none for all.
type actionContext struct {
	Only []string `json:"only"`
}

type openParams struct {
	TextDocument struct {
		documentID
		Text string `json:"text"`
	} `json:"textDocument"`
}

type changeParams struct {
	documentParams
	ContentChanges []contentChange `json:"contentChanges"`
}

// contentChange is the new text of a range, or of all where there is none.
type contentChange struct {
	Range *textRange `json:"range"`
	Text  string     `json:"text"`
}

type publishParams struct {
	documentID
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Range    textRange `json:"range"`
	Severity int       `json:"severity"`
	Code     string    `json:"code,omitempty"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
	Tags     []int     `json:"tags,omitempty"`
	Related  []related `json:"relatedInformation,omitempty"`
}

type related struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

// The severities and tags of diagnostics.
const (
	severityError   = 1
	severityWarning = 2
	severityHint    = 4
	tagUnused       = 1
)

const messageError = 1

type logMessage struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

type hoverResult struct {
	Contents markup    `json:"contents"`
	Range    textRange `json:"range"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type highlight struct {
	Range textRange `json:"range"`
	Kind  int       `json:"kind"`
}

// The kinds of highlights: uses of a name and its declaration.
const (
	highlightRead  = 2
	highlightWrite = 3
)

type renamePlace struct {
	Range       textRange `json:"range"`
	Placeholder string    `json:"placeholder"`
}

// workspaceEdit has one of its fields set, according to the capabilities of the editor.
type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []documentEdit        `json:"documentChanges,omitempty"`
}

type documentEdit struct {
	TextDocument versionedID `json:"textDocument"`
	Edits        []textEdit  `json:"edits"`
}

type codeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []diagnostic   `json:"diagnostics"`
	Preferred   bool           `json:"isPreferred,omitempty"`
	Edit        *workspaceEdit `json:"edit"`
}

type completionItem struct {
	Label    string   `json:"label"`
	Kind     int      `json:"kind"`
	Detail   string   `json:"detail,omitempty"`
	TextEdit textEdit `json:"textEdit"`
}

// The kinds of completions.
const (
	completeFunction = 3
	completeVariable = 6
	completeClass    = 7
	completeModule   = 9
	completeKeyword  = 14
	completeConstant = 21
	completeStruct   = 22
	completeEvent    = 23
)

type symbol struct {
	Name      string    `json:"name"`
	Detail    string    `json:"detail,omitempty"`
	Kind      int       `json:"kind"`
	Range     textRange `json:"range"`
	Selection textRange `json:"selectionRange"`
	Children  []symbol  `json:"children,omitempty"`
}

// The kinds of symbols.
const (
	symbolModule     = 2
	symbolClass      = 5
	symbolMethod     = 6
	symbolFunction   = 12
	symbolConstant   = 14
	symbolObject     = 19
	symbolEnumMember = 22
	symbolEvent      = 24
	symbolOperator   = 25
)
