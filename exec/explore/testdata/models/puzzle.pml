/* puzzle.cep for SPIN: the tile at each place, 0 for the empty one. */
byte tile[9];
byte hole;

#define MOVE(may, from) :: d_step { may -> tile[hole] = tile[from]; hole = from; tile[hole] = 0 }

init {
	byte i;
	d_step {
		do
		:: i < 8 -> tile[i] = i + 1; i++
		:: else -> break
		od;
		hole = 8; i = 0
	}
	do
	MOVE(hole % 3 > 0, hole - 1)
	MOVE(hole % 3 < 2, hole + 1)
	MOVE(hole > 2, hole - 3)
	MOVE(hole < 6, hole + 3)
	od
}
