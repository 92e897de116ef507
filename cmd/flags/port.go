package flags

import (
	"fmt"
	"net"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/preview"
	"github.com/spf13/cobra"
)

// DefaultPort is the first port to try if no flag gives one.
const DefaultPort = 8000

// Port holds the flag for the port of a server on this machine.
type Port struct{ number int }

// Flag enters the flag into a verb.
func (p *Port) Flag(c *cobra.Command) {
	c.Flags().IntVar(&p.number, "port", DefaultPort, "serve at port `N` and no other; 0 for any free port")
}

// Check refuses numbers that are none of a port.
func (p *Port) Check(c *cobra.Command) error {
	if p.number < 0 || p.number > 1<<16-1 {
		return cli.BadFlag(c, "--port %d: ports are numbered from 0 to %d", p.number, 1<<16-1)
	}
	return nil
}

// Listen opens the port that the flag gives, or else the first free one.
func (p *Port) Listen(c *cobra.Command) (net.Listener, error) {
	if !c.Flags().Changed("port") {
		return preview.ListenNear(p.number)
	}
	l, err := preview.Listen(p.number)
	if err != nil {
		return nil, fmt.Errorf("--%w", err)
	}
	return l, nil
}
