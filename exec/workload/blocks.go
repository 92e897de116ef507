package workload

// Blocks is the blocks world with one arm, from n blocks on the table. There is one transition for
// each clear block, and one more while a block is in the air.
func Blocks(n int) string {
	t := new(text)
	t.constants("block", "b", n)
	t.WriteString(`on block block : pred.
on-table block : pred.
clear block : pred.
holding block : pred.
arm-free : pred.

pick-up : arm-free * on-table X * clear X -o holding X.
put-down : holding X -o on-table X * clear X * arm-free.
stack : holding X * clear Y -o on X Y * clear X * arm-free.
unstack : arm-free * on X Y * clear X -o holding X * clear Y.
`)
	t.fact("arm-free")
	for i := range n {
		t.fact("on-table b%d", i)
	}
	for i := range n {
		t.fact("clear b%d", i)
	}
	return t.from("main")
}
