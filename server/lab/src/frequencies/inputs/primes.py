class Sieve(object):
    def __init__(self, limit):
        self.flags = [True] * limit
    def primes(self):
        for number in range(2, len(self.flags)):
            if self.flags[number]:
                yield number
                for multiple in range(number * number, len(self.flags), number):
                    self.flags[multiple] = False
print(sum(Sieve(3000).primes()))
