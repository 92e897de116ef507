package site

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// playPages stand for pages for play.
func playPages() []Page {
	return []Page{{Path: "theme.css"}, {Path: "index.html",
		Data: []byte(
			`<!DOCTYPE html><html lang="en"><head><title>Play</title><link rel="stylesheet" href="theme.css">` +
				`<script src="theme.css"></script></head><body><h1>Play</h1><a href="../index.html">home</a></body></html>`)}}
}

func links(p []byte) []string {
	var urls []string
	for _, a := range findAnchors(Page{Path: "x.html", Data: p}).links {
		urls = append(urls, a.url)
	}
	return urls
}

// Every page leads to the pages for play, where there are some; the rest is as it was.
func TestPlayPages(t *testing.T) {
	with := build(t, sitetest.Verona(30, 11), Options{Prose: text(t), Play: playPages()})
	without := build(t, sitetest.Verona(30, 11), Options{Prose: text(t)})
	require.Equal(t, len(without.Pages)+2, len(with.Pages))
	for _, p := range without.Pages {
		require.NotContains(t, string(p.Data), playFolder+"/index.html", p.Path)
	}
	require.Contains(t, links(page(t, with, indexPath)), "play/index.html")
	require.Contains(t, links(page(t, with, with.Leaves[3].Path)), "../play/index.html")
	require.Contains(t, links(page(t, with, madePath)), "play/index.html")
	for _, path := range []string{stylePath, scriptPath, tracePath} {
		require.Equal(t, page(t, without, path), page(t, with, path))
	}
}

// Every page links to pages for play on another server, and the check of links accepts them.
func TestPlayPagesElsewhere(t *testing.T) {
	s := build(t, sitetest.Verona(30, 11), Options{Prose: text(t), PlayURL: "/play/"})
	for _, path := range []string{indexPath, s.Leaves[3].Path, madePath} {
		require.Contains(t, links(page(t, s, path)), "/play/")
	}
	require.Empty(t, s.Check())
}

// Stories have the pages for play in common.
func TestPlayPagesOfStories(t *testing.T) {
	graphs := []*causal.Graph{causal.New(sitetest.Verona(20, 1)), causal.New(sitetest.Verona(20, 2))}
	s, err := Collect(context.Background(), graphs,
		Options{Prose: text(t), Play: playPages(), URL: "https://example.org/"})
	require.NoError(t, err)
	require.Empty(t, s.Check())
	var paths []string
	for _, p := range s.Pages {
		paths = append(paths, p.Path)
	}
	require.Contains(t, paths, "play/index.html")
	require.False(t, slices.Contains(paths, "story-1/play/index.html"))
	require.Contains(t, links(page(t, s, indexPath)), "play/index.html")
	require.Contains(t, links(page(t, s, s.Leaves[2].Path)), "../../play/index.html")
	require.Contains(t, string(page(t, s, sitemapPath)), "<loc>https://example.org/play/index.html</loc>")
}

// A run in which nothing happened can be played all the same.
func TestPlayPagesOfNothing(t *testing.T) {
	tr := sitetest.Verona(0, 1)
	s := build(t, tr, Options{Play: playPages()})
	require.Contains(t, links(page(t, s, indexPath)), "play/index.html")
	require.Contains(t, string(page(t, s, indexPath)), "Nothing happened.")
}
