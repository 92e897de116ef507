package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
)

// mutant is a small change of a file.
type mutant struct {
	file     string // within the module
	dir      string // of its package
	place    token.Position
	from, to int // bounds of the text that is replaced
	old, new string
}

func (m mutant) String() string {
	if m.new == "" {
		m.new = "nothing"
	}
	return fmt.Sprintf("%s:%d:%d: %s → %s", m.file, m.place.Line, m.place.Column, short(m.old), short(m.new))
}

// short returns the beginning of a text, on one line.
func short(text string) string {
	q := strconv.Quote(text)
	if runes := []rune(q[1 : len(q)-1]); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return q[1 : len(q)-1]
}

// apply returns the text of the file with the change.
func (m mutant) apply(text []byte) []byte {
	return append(append(append([]byte(nil), text[:m.from]...), m.new...), text[m.to:]...)
}

// swaps are the operators that one operator is replaced by.
var swaps = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD,
}

// packageMutants returns the mutants of the package in a folder of a module, its tests left alone.
func packageMutants(root, dir string) ([]mutant, error) {
	p, err := build.ImportDir(filepath.Join(root, dir), 0)
	if err != nil {
		return nil, err
	}
	var all []mutant
	for _, name := range p.GoFiles {
		file := filepath.Join(dir, name)
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, err
		}
		more, err := fileMutants(file, text)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// fileMutants returns the mutants of a file, in the order of their places. Some do not compile, such as
// the difference of two strings.
func fileMutants(name string, text []byte) ([]mutant, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var all []mutant
	replace := func(from, to token.Pos, change func(old string) string) {
		m := mutant{file: name, dir: filepath.Dir(name), place: files.Position(from)}
		m.from, m.to = m.place.Offset, files.Position(to).Offset
		m.old = string(text[m.from:m.to])
		m.new = change(m.old)
		all = append(all, m)
	}
	negate := func(cond ast.Expr) {
		if cond != nil {
			replace(cond.Pos(), cond.End(), func(old string) string { return "!(" + old + ")" })
		}
	}
	drop := func(body []ast.Stmt) {
		for _, s := range body {
			if canDrop(s) {
				replace(s.Pos(), s.End(), func(string) string { return "" })
			}
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			negate(n.Cond)
		case *ast.ForStmt:
			negate(n.Cond)
		case *ast.BinaryExpr:
			if other, ok := swaps[n.Op]; ok {
				replace(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), func(string) string { return other.String() })
			}
		case *ast.BasicLit:
			if value, err := strconv.ParseUint(n.Value, 0, 63); n.Kind == token.INT && err == nil {
				replace(n.Pos(), n.End(), func(string) string { return strconv.FormatUint(value+1, 10) })
			}
		case *ast.BlockStmt:
			drop(n.List)
		case *ast.CaseClause:
			drop(n.Body)
		}
		return true
	})
	return all, nil
}

// canDrop reports whether a function may compile without a statement.
func canDrop(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt, *ast.IncDecStmt:
		return true
	case *ast.AssignStmt:
		return s.Tok != token.DEFINE
	}
	return false
}
