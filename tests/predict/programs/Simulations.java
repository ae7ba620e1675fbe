// cluster: simulation
// run bank: Simulations.bank(1500)
// run walk: Simulations.walk(5000)
// run elevator: Simulations.elevator(1200)
// run cards: Simulations.cards(120)
// run epidemic: Simulations.epidemic(300)
// run genes: Simulations.genes(24)
final class Simulations {
    static int bank(int customers) {
        Data data = new Data(382);
        int[] free = new int[4];
        int time = 0;
        int waited = 0;
        for (int i = 0; i < customers; i++) {
            time += data.next(6);
            int teller = 0;
            for (int k = 1; k < 4; k++) {
                if (free[k] < free[teller]) {
                    teller = k;
                }
            }
            int starts = time > free[teller] ? time : free[teller];
            waited += starts - time;
            free[teller] = starts + 3 + data.next(15);
        }
        return waited;
    }

    static int walk(int steps) {
        Data data = new Data(383);
        int x = 0;
        int y = 0;
        int furthest = 0;
        for (int i = 0; i < steps; i++) {
            switch (data.next(4)) {
                case 0:
                    x++;
                    break;
                case 1:
                    x--;
                    break;
                case 2:
                    y++;
                    break;
                default:
                    y--;
            }
            int d = x * x + y * y;
            if (d > furthest) {
                furthest = d;
            }
        }
        return furthest;
    }

    static int elevator(int ticks) {
        Data data = new Data(384);
        boolean[] calls = new boolean[20];
        int floor = 0;
        int direction = 1;
        int served = 0;
        for (int tick = 0; tick < ticks; tick++) {
            if (data.next(3) == 0) {
                calls[data.next(20)] = true;
            }
            if (calls[floor]) {
                calls[floor] = false;
                served++;
                continue;
            }
            boolean further = false;
            for (int f = floor + direction; f >= 0 && f < 20 && !further; f += direction) {
                further = calls[f];
            }
            if (!further) {
                direction = -direction;
            }
            if (floor + direction >= 0 && floor + direction < 20) {
                floor += direction;
            }
        }
        return served;
    }

    static int cards(int games) {
        Data data = new Data(385);
        int[] deck = new int[52];
        int pairs = 0;
        for (int game = 0; game < games; game++) {
            for (int i = 0; i < 52; i++) {
                deck[i] = i;
            }
            int[] ranks = new int[13];
            int[] suits = new int[4];
            for (int i = 0; i < 7; i++) {
                int j = i + data.next(52 - i);
                int card = deck[j];
                deck[j] = deck[i];
                deck[i] = card;
                ranks[card % 13]++;
                suits[card / 13]++;
            }
            for (int rank = 0; rank < 13; rank++) {
                if (ranks[rank] == 2) {
                    pairs++;
                } else if (ranks[rank] > 2) {
                    pairs += 5;
                }
            }
            for (int suit : suits) {
                if (suit >= 5) {
                    pairs += 20;
                }
            }
        }
        return pairs;
    }

    static int epidemic(int people) {
        byte[] state = new byte[people];
        Data data = new Data(386);
        state[0] = 1;
        state[1] = 1;
        state[2] = 1;
        int ill = 3;
        for (int day = 0; day < 25; day++) {
            for (int i = 0; i < people; i++) {
                if (state[i] == 1) {
                    for (int contact = 0; contact < 3; contact++) {
                        int other = data.next(people);
                        if (state[other] == 0 && data.next(4) == 0) {
                            state[other] = 1;
                            ill++;
                        }
                    }
                    if (data.next(6) == 0) {
                        state[i] = 2;
                    }
                }
            }
        }
        return ill;
    }

    static int genes(int size) {
        int[] population = Data.random(size, 1 << 20, 387);
        Data data = new Data(388);
        int best = 0;
        for (int generation = 0; generation < 20; generation++) {
            int[] next = new int[size];
            for (int i = 0; i < size; i++) {
                int a = population[data.next(size)];
                int b = population[data.next(size)];
                int mask = data.next(1 << 20);
                int child = a & mask | b & ~mask;
                if (data.next(10) == 0) {
                    child ^= 1 << data.next(20);
                }
                int fitness = 0;
                for (int bits = child; bits != 0; bits >>= 1) {
                    fitness += bits & 1;
                }
                if (fitness > best) {
                    best = fitness;
                }
                next[i] = fitness >= 10 ? child : a;
            }
            population = next;
        }
        return best;
    }
}
