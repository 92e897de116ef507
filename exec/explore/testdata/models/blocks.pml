/* blocks.cep for SPIN: what each block is on, 8 for the table; and the block that is held, 0 for none. */
byte on[8];
bit covered[8];
byte held;

#define TABLE 8
#define TAKE(x) :: d_step { held == 0 && !covered[x] && on[x] == TABLE -> held = x; on[x] = 0 }
#define PUT(x) :: d_step { held == x -> held = 0; on[x] = TABLE }
#define STACK(x, y) :: d_step { held == x && x != y && !covered[y] -> held = 0; on[x] = y; covered[y] = 1 }
#define UNSTACK(x, y) :: d_step { held == 0 && !covered[x] && on[x] == y -> held = x; on[x] = 0; covered[y] = 0 }
#define PAIRS(x, F) F(x, 1) F(x, 2) F(x, 3) F(x, 4) F(x, 5) F(x, 6) F(x, 7)
#define MOVES(x) TAKE(x) PUT(x) PAIRS(x, STACK) PAIRS(x, UNSTACK)

init {
	d_step {
		on[1] = TABLE; on[2] = TABLE; on[3] = TABLE; on[4] = TABLE; on[5] = TABLE; on[6] = TABLE; on[7] = TABLE
	}
	do
	MOVES(1) MOVES(2) MOVES(3) MOVES(4) MOVES(5) MOVES(6) MOVES(7)
	od
}
