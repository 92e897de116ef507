package hollow

// Size returns the size of the module from which the library makes Graphviz.
func Size() int { return len(module) }
