package logic

// OnDemand returns options with which nearly all relations are derived on demand that can be.
func OnDemand(o Options) Options {
	o.large = 30
	return o
}

// Demands returns the number of ways in which relations of the program are asked.
func (p *Program) Demands() int { return len(p.demands) }

// Matches returns how many atoms were matched in all questions.
func (p *Program) Matches() int { return p.scratch.ticks }
