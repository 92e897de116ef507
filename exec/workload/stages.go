package workload

// Stages is n rules in stages of 50, over 20 types, 100 constants and 60 predicates, in the layout of the formatter.
// It is for what reads programs, such as editors. The first stage is declaration 180 of the text, from 0.
func Stages(n int) string {
	t := new(text)
	for i := range 20 {
		t.line("kind%d : type.", i)
		for j := range 5 {
			t.line("thing%d_%d : kind%d.", i, j, i)
		}
	}
	for i := range 60 {
		t.line("at%d kind%d kind%d : pred.", i, i%20, (i+1)%20)
	}
	stages := (n + 49) / 50
	for stage := range stages {
		t.line("stage part%d = {", stage)
		for rule := range min(50, n-50*stage) {
			i := (7*rule + stage) % 60
			t.line("  move%d : at%d X Y * at%d X Z * $at%d X thing%d_1 * Y <> Z -o at%d X Z * at%d X Y.",
				rule, i, i, i, (i+1)%20, (i+20)%60, (i+40)%60)
		}
		t.line("}")
	}
	for stage := range stages - 1 {
		t.line("qui * stage part%d -o stage part%d.", stage, stage+1)
	}
	t.fact("at0 thing0_0 thing1_0")
	t.fact("at0 thing0_0 thing1_1")
	return t.from("part0")
}
