/* philosophers.cep for SPIN. */
#define N 14
bit taken[N];

proctype philosopher(byte me) {
	do
	:: d_step { taken[me] == 0 -> taken[me] = 1 }
	   d_step { taken[(me + 1) % N] == 0 -> taken[(me + 1) % N] = 1 }
	   d_step { taken[me] = 0; taken[(me + 1) % N] = 0 }
	od
}

init {
	byte i;
	atomic {
		do
		:: i < N -> run philosopher(i); i++
		:: else -> i = 0; break
		od
	}
}
