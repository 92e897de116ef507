package logic

// Calculate applies an operator of a [Calculation] to integers. Results wrap around at 32 bits, `/` and `\` truncate
// toward zero, and a power with a negative exponent is 0, as in clingo. A division by zero has no result, and neither
// has 0 to the power of a negative number.
func Calculate(op string, operands ...int32) (result int32, ok bool) {
	a := operands[0]
	if len(operands) == 1 {
		if op == "|" && a >= 0 {
			return a, true
		}
		return -a, true
	}
	b := operands[1]
	switch op {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	case "**":
		return power(a, b)
	}
	if b == 0 {
		return 0, false
	}
	if op == "/" {
		return a / b, true
	}
	return a % b, true
}

// power multiplies by squaring, so that a large exponent takes no longer than 32 steps.
func power(base, exponent int32) (int32, bool) {
	if exponent < 0 {
		return 0, base != 0
	}
	result := int32(1)
	for ; exponent > 0; exponent >>= 1 {
		if exponent&1 == 1 {
			result *= base
		}
		base *= base
	}
	return result, true
}
