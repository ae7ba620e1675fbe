// cluster: scheduling
// run intervals: GreedyPlans.intervals(600)
// run deadlines: GreedyPlans.deadlines(300)
// run rooms: GreedyPlans.rooms(900)
// run stocks: GreedyPlans.stocks(6000)
// run jumps: GreedyPlans.jumps(6000)
final class GreedyPlans {
    static int intervals(int n) {
        int[] start = Data.random(n, 10000, 375);
        int[] end = Data.random(n, 200, 376);
        for (int i = 0; i < n; i++) {
            end[i] += start[i];
        }
        for (int gap = n / 2; gap > 0; gap /= 2) {
            for (int i = gap; i < n; i++) {
                int s = start[i];
                int e = end[i];
                int j = i;
                while (j >= gap && end[j - gap] > e) {
                    start[j] = start[j - gap];
                    end[j] = end[j - gap];
                    j -= gap;
                }
                start[j] = s;
                end[j] = e;
            }
        }
        int chosen = 0;
        int free = 0;
        for (int i = 0; i < n; i++) {
            if (start[i] >= free) {
                chosen++;
                free = end[i];
            }
        }
        return chosen;
    }

    static int deadlines(int n) {
        int[] profit = Data.random(n, 1000, 377);
        int[] deadline = Data.random(n, n / 2, 378);
        boolean[] taken = new boolean[n];
        boolean[] done = new boolean[n];
        int total = 0;
        for (int round = 0; round < n; round++) {
            int best = -1;
            for (int i = 0; i < n; i++) {
                if (!done[i] && (best < 0 || profit[i] > profit[best])) {
                    best = i;
                }
            }
            done[best] = true;
            for (int day = deadline[best]; day >= 0; day--) {
                if (!taken[day]) {
                    taken[day] = true;
                    total += profit[best];
                    break;
                }
            }
        }
        return total;
    }

    static int rooms(int n) {
        int[] free = new int[64];
        Data data = new Data(379);
        int used = 0;
        int time = 0;
        for (int i = 0; i < n; i++) {
            time += data.next(10);
            int room = 0;
            while (room < 63 && free[room] > time) {
                room++;
            }
            free[room] = time + 20 + data.next(60);
            if (room > used) {
                used = room;
            }
        }
        return used;
    }

    static int stocks(int n) {
        int[] prices = Data.random(n, 1000, 380);
        int hold = -prices[0];
        int sold = 0;
        int rest = 0;
        for (int i = 1; i < n; i++) {
            int before = sold;
            if (hold + prices[i] > sold) {
                sold = hold + prices[i];
            }
            if (rest - prices[i] > hold) {
                hold = rest - prices[i];
            }
            if (before > rest) {
                rest = before;
            }
        }
        return sold;
    }

    static int jumps(int n) {
        int[] reach = Data.random(n, 12, 381);
        int count = 0;
        int end = 0;
        int furthest = 0;
        for (int i = 0; i < n - 1; i++) {
            if (i + reach[i] > furthest) {
                furthest = i + reach[i];
            }
            if (i == end) {
                count++;
                end = furthest > i ? furthest : i + 1;
            }
        }
        return count;
    }
}
