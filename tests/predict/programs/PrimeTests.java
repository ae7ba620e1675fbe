// cluster: primality
// relative: many_primes
// run trial: PrimeTests.trial(400)
// run rabin: PrimeTests.rabin(60)
// run factors: PrimeTests.factors(300)
// run rho: PrimeTests.rho(40)
final class PrimeTests {
    static boolean isPrime(int n) {
        if (n < 4) {
            return n > 1;
        }
        if (n % 2 == 0 || n % 3 == 0) {
            return false;
        }
        for (int i = 5; i <= n / i; i += 6) {
            if (n % i == 0 || n % (i + 2) == 0) {
                return false;
            }
        }
        return true;
    }

    static int trial(int times) {
        Data data = new Data(161);
        int count = 0;
        for (int i = 0; i < times; i++) {
            if (isPrime(1 + data.next(1 << 20))) {
                count++;
            }
        }
        return count;
    }

    private static long power(long base, long exponent, long modulus) {
        long result = 1;
        while (exponent != 0) {
            if (exponent % 2 == 1) {
                result = result * base % modulus;
            }
            base = base * base % modulus;
            exponent /= 2;
        }
        return result;
    }

    static int rabin(int times) {
        Data data = new Data(162);
        int count = 0;
        for (int i = 0; i < times; i++) {
            long n = 2L * data.next(1 << 29) + 1001;
            long odd = n - 1;
            int twos = 0;
            while ((odd & 1) == 0) {
                odd >>= 1;
                twos++;
            }
            boolean maybe = true;
            for (int base = 2; maybe && base <= 7; base++) {
                long x = power(base, odd, n);
                maybe = x == 1 || x == n - 1;
                for (int k = 1; !maybe && k < twos; k++) {
                    x = x * x % n;
                    maybe = x == n - 1;
                }
            }
            count += maybe ? 1 : 0;
        }
        return count;
    }

    static int factors(int times) {
        Data data = new Data(163);
        int sum = 0;
        for (int i = 0; i < times; i++) {
            int n = 2 + data.next(100000);
            for (int p = 2; p * p <= n; p++) {
                while (n % p == 0) {
                    n /= p;
                    sum += p;
                }
            }
            if (n > 1) {
                sum++;
            }
        }
        return sum;
    }

    private static long divisor(long a, long b) {
        while (a != 0) {
            long rest = b % a;
            b = a;
            a = rest;
        }
        return b;
    }

    static long rho(int times) {
        long sum = 0;
        Data data = new Data(164);
        for (int i = 0; i < times; i++) {
            long n = (1009L + 2 * data.next(5000)) * (2003 + 2 * data.next(5000));
            long slow = 2;
            long fast = 2;
            long found = 1;
            int steps = 0;
            while (found == 1 && steps++ < 400) {
                slow = (slow * slow + 1) % n;
                fast = (fast * fast + 1) % n;
                fast = (fast * fast + 1) % n;
                found = divisor(slow > fast ? slow - fast : fast - slow, n);
            }
            sum += found;
        }
        return sum;
    }
}
