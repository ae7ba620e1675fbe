/** Loops and recursions whose tests are answers of short methods, truth values in locals, and cases of a switch. */
class Flags {
  int pos; int end; int[] data;
  static boolean lt(int a, int b) { return a < b; }
  static boolean ge(int a, int b) { return a >= b; }
  static boolean ltLong(long a, long b) { return a < b; }
  static boolean notLt(int a, int b) { return !lt(a, b); }
  static boolean isIn(int i, int n, int[] a) { return i < n && a[i] >= 0; }
  static boolean isOut(int i, int n, boolean flag) { return i >= n || flag; }
  static boolean either(int i, int n, boolean flag) { return i < n || flag; }
  static boolean inRange(int i, int low, int high) { return i >= low && i < high; }
  static boolean outOfRange(int i, int low, int high) { return i < low || i >= high; }
  static boolean nextBelow(int i, int n) { return i + 1 < n; }
  static boolean differ(int a, int b) { return a != b; }
  static boolean same(int a, int b) { return a == b; }
  static boolean flip(boolean b) { return !b; }
  static boolean xored(int i, int n, boolean flag) { return i < n ^ flag; }
  static boolean inverse(int i, int n, boolean flag) { return i < n != flag; }
  static boolean and(int i, int n, boolean flag) { return i < n & flag; }
  static boolean stepped(int[] box, int n) { return box[0]++ < n; }
  static boolean narrow(byte i, int n) { return i < n; }
  static boolean three(int i, int n, int m, int k) { return i < n && i < m && i < k; }
  static boolean mixed(int i, int n, boolean f, boolean g) { return f ? i < n : g; }
  static int asInt(int i, int n) { return i < n ? 1 : 0; }
  static int asTwo(int i, int n) { return i < n ? 2 : 0; }
  static int asMinus(int i, int n) { return i < n ? 1 : -1; }
  boolean isAtEnd() { return pos >= end; }
  boolean hasMore() { return !isAtEnd(); }
  boolean hasData() { return pos < data.length && data[pos] == 0; }
  int advance() { return pos++; }

  static int helped(int n) { int s = 0; int i = 0; while (lt(i, n)) { s += i; i++; } return s; }
  static int helpedNot(int n) { int s = 0; int i = 0; while (!ge(i, n)) { s += i; i += 2; } return s; }
  static int helpedLong(long n) { int s = 0; long i = 0; while (ltLong(i, n)) { s++; i++; } return s; }
  static int helpedNotLt(int n) { int s = 0; for (int i = 0; !notLt(i, n); i++) s += i; return s; }
  static int helpedIn(int n, int[] a) { int i = 0; while (isIn(i, n, a)) i++; return i; }
  static int helpedOut(int n, boolean flag) { int i = 0; while (!isOut(i, n, flag)) i++; return i; }
  static int helpedEither(int n, boolean flag) { int i = 0; while (either(i, n, flag)) { i++; if (i > 40) flag = false; if (i > 60) break; } return i; }
  static int helpedRange(int low, int high) { int i = low; while (inRange(i, low, high)) i++; return i - low; }
  static int helpedOutOf(int i, int n) { int s = 0; while (outOfRange(i, 0, n)) { i = i < 0 ? i + 100_000_000 : i - 100_000_000; s++; if (s > 50) break; } return s; }
  static int helpedNext(int n) { int i = 0; while (nextBelow(i, n)) i++; return i; }
  static int helpedDiffer(int n) { int i = 0; while (differ(i, n)) { i++; if (i > 70) break; } return i; }
  static int helpedSame(int n, int m) { int i = 0; while (same(n, m)) { i++; if (i > 30) n++; } return i; }
  static int helpedFlip(int n) { boolean go = n > 0; int i = 0; while (flip(!go)) { i++; go = i < n; } return i; }
  static int helpedXored(int n, boolean flag) { int i = 0; while (xored(i, n, flag)) { i++; if (i > 90) break; } return i; }
  static int helpedInverse(int n, boolean flag) { int i = 0; while (inverse(i, n, flag)) { i++; if (i > 80) break; } return i; }
  static int helpedAnd(int n, boolean flag) { int i = 0; while (and(i, n, flag)) { i++; if (i > 110) break; } return i; }
  static int helpedBox(int n) { int[] box = {0}; int s = 0; while (stepped(box, n)) s++; return s; }
  static int helpedNarrow(int n) { int i = 0; int s = 0; while (narrow((byte) i, n)) { i++; s++; if (s > 300) break; } return s; }
  static int helpedThree(int n, int m, int k) { int i = 0; while (three(i, n, m, k)) i++; return i; }
  static int helpedMixed(int n, boolean f, boolean g) { int i = 0; while (mixed(i, n, f, g)) { i++; if (i > 44) f = true; if (i > 130) break; } return i; }
  static int helpedInt(int n) { int i = 0; while (asInt(i, n) == 1) i++; return i; }
  static int helpedNotZero(int n) { int i = 0; while (asTwo(i, n) != 0) i++; return i; }
  static int helpedMinus(int n) { int i = 0; while (asMinus(i, n) > 0) i++; return i; }
  static int helpedMinusNot(int n) { int i = 0; while (asMinus(i, n) != 0) { i++; if (i > 77) break; } return i; }
  int lexer() { int s = 0; while (!isAtEnd()) { s += pos; advance(); } return s; }
  int lexerMore() { int s = 0; while (hasMore()) { s += pos; if (s % 3 == 0) advance(); pos++; } return s; }
  int lexerData() { int s = 0; while (hasData()) { s++; pos++; } return s; }
  int lexerLocal() { int s = 0; boolean more = hasMore(); while (more) { s++; advance(); more = hasMore(); } return s; }
  int lexerStale() { int s = 0; boolean more = hasMore(); while (more) { s++; more = hasMore(); advance(); if (s > 500) break; } return s; }
  static int local(int n) { int i = 0; while (true) { boolean done = i >= n; if (done) break; i++; } return i; }
  static int localLate(int n) { int i = 0; while (true) { boolean go = i < n; i++; if (!go) break; } return i; }
  static int localBefore(int n) { int i = 0; boolean go = i < n; int s = 0; while (go) { i++; s++; if (s > 40) { go = i < n; } if (s > 3000) break; } return s; }
  static int localAnd(int n, boolean flag) { int i = 0; while (true) { boolean go = i < n && !flag; if (!go) break; i++; if (i > 99) flag = true; } return i; }
  static int localChosen(int a, int b) { boolean less = a < b; int m = less ? a : b; int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int localOr(int a, int b, boolean flag) { boolean less = a < b || flag; int m = less ? a : b; int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int helpedChosen(int a, int b) { int m = lt(a, b) ? a : b; int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int helpedChosenOut(int a, int b, boolean flag) { int m = isOut(a, b, flag) ? b : a; int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int oldTest(int n, int m) { int s = 0; boolean go = s < n; for (int i = 0; i < m; i++) { if (!go) break; s++; } return s; }
  static int innerTest(int n) { int s = 0; int j = 0; boolean in = false; for (int i = 0; i < 20; i++) { j = 0; while (j < i) { in = j < n; j++; s++; } if (in) s++; } for (int k = 0; in && k < 30; k++) s++; return s; }
  static int shifting(int n, int m) { int s = 0; while (lt(n, m)) { s++; int t = n; n = m; m = t; if (s > 20) break; } return s; }

  static int ends(int n) { if (same(n, 0)) return 0; return 1 + ends(n - 1); }
  static int endsBelow(int n) { return lt(n, 1) ? 0 : 1 + endsBelow(n - 1); }
  static int endsOut(int i, int n, boolean flag) { if (isOut(i, n, flag)) return 0; return 1 + endsOut(i + 1, n, flag); }
  static int endsEither(int i, int n, boolean flag) { if (i > 200 || !either(i, n, flag)) return 0; return 1 + endsEither(i + 1, n, flag); }
  static int cases(int n) { switch (n) { case 0: return 0; case 1: return 1; default: return 1 + cases(n - 1); } }
  static int casesTwo(int n) { switch (n) { case 0: case 1: return 1; default: return casesTwo(n - 1) + casesTwo(n - 2); } }
  static int casesFall(int n, int m) { switch (m) { case 3: n = 0; case 4: if (n <= 0) return 0; return 1 + casesFall(n - 1, 4); default: return -1; } }
  static int casesLoop(int n) { int s = 0; while (true) { switch (n) { case 0: return s; case 9: n = 4; break; default: n--; } s++; if (s > 400) return s; } }
  static int casesKnown(int k) { int m; switch (k) { case 1: m = k; break; case 2: case 5: m = k + 1; break; default: m = 0; } int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int casesDefault(int k) { int m = 7; switch (k) { case 10: m = 3; case 20: m += k; break; case 30: m = k; break; default: } int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int casesWide(int k) { int s = 0; switch (k) { case -5: case 0: case 17: for (int i = 0; i < k; i++) s += i; break; default: s = -1; } return s; }
  static int casesShared(int k, int n) { int s = 0; switch (k) { case 1: if (n > 5) n = 5; case 2: for (int i = 0; i < n; i++) s += k; break; case 3: for (int i = 0; i < k; i++) s++; } return s; }
}
