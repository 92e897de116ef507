/* tokens.cep for SPIN: the number of tokens in each place, and of those that started, modulo four. */
byte in[6];
byte started;

#define GO(a, b) :: d_step { in[a] > 0 -> in[a]--; in[b]++ }

init {
	in[0] = 20;
	do
	:: d_step { in[0] > 0 -> in[0]--; in[1]++; started = (started + 1) % 4 }
	GO(1, 2) GO(2, 3) GO(3, 4) GO(4, 5) GO(5, 0)
	od
}
