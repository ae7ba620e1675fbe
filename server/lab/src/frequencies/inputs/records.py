import re
lines = ["%d;name%d;%s" % (i, i % 7, "x" * (i % 5)) for i in range(400)] + ["broken", "1;2"]
table = {}
for line in lines:
    found = re.match(r"(\d+);(\w+);(x*)$", line)
    if not found:
        continue
    number, name, rest = found.groups()
    table.setdefault(name, []).append((int(number), len(rest)))
for name in sorted(table):
    rows = sorted(table[name], key=lambda row: (-row[1], row[0]))
    print("%s %d %s" % (name, len(rows), rows[:2]))
try:
    int("x")
except ValueError as error:
    print(error)
