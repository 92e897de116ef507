/* hanoi.cep for SPIN: the peg of each disc. A disc can move if no smaller one is on its peg, or on the other. */
byte peg[10];

#define ALONE1(p) peg[0] != p
#define ALONE2(p) ALONE1(p) && peg[1] != p
#define ALONE3(p) ALONE2(p) && peg[2] != p
#define ALONE4(p) ALONE3(p) && peg[3] != p
#define ALONE5(p) ALONE4(p) && peg[4] != p
#define ALONE6(p) ALONE5(p) && peg[5] != p
#define ALONE7(p) ALONE6(p) && peg[6] != p
#define ALONE8(p) ALONE7(p) && peg[7] != p
#define ALONE9(p) ALONE8(p) && peg[8] != p
#define MOVE(d, a, b, alone) :: d_step { peg[d] == a && alone(a) && alone(b) -> peg[d] = b }
#define MOVES(d, alone) MOVE(d, 0, 1, alone) MOVE(d, 0, 2, alone) MOVE(d, 1, 0, alone) \
	MOVE(d, 1, 2, alone) MOVE(d, 2, 0, alone) MOVE(d, 2, 1, alone)
#define ALONE0(p) true

init {
	do
	MOVES(0, ALONE0) MOVES(1, ALONE1) MOVES(2, ALONE2) MOVES(3, ALONE3) MOVES(4, ALONE4)
	MOVES(5, ALONE5) MOVES(6, ALONE6) MOVES(7, ALONE7) MOVES(8, ALONE8) MOVES(9, ALONE9)
	od
}
