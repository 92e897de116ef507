package release

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A build from a commit without a release names the commit.
func TestBuild(t *testing.T) {
	for version, want := range map[string]string{
		"": Version, "(devel)": Version, "v0.1.0": Version, "v0.1.0-rc.1": Version,
		"v0.0.0-20261128074139-5b530cb67e43":        Version + "+5b530cb67e43",
		"v0.0.0-20261128074139-5b530cb67e43+dirty":  Version + "+5b530cb67e43.dirty",
		"v0.1.1-0.20261128074139-5b530cb67e43":      Version + "+5b530cb67e43",
		"v0.1.1-rc.1.0.20261128074139-5b530cb67e43": Version + "+5b530cb67e43",
	} {
		require.Equal(t, want, build(version), version)
	}
	require.Equal(t, Version, Build()) // of a test
}
