/** Values that a branch with several tests chooses, which are not the smaller or the larger of two. */
class Chosen {
  static int orMin(int a, int b, boolean flag) { int m = (a < b || flag) ? a : b; int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int andMin(int a, int b, boolean flag) { int m; if (a < b && flag) m = a; else m = b; int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int orMax(int a, int b, boolean flag) { int m; if (a > b || flag) m = b; else m = a; int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int whileMin(int a, int b, int c) { int m; if (a < b || c > 3) m = a; else m = b; int s = 0; while (m > 0) { m--; s++; } return s; }
  static int assigned(int a, int b) { int m = 0; if (a >= b || (m = a) > 5) m = b; int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int assignedAgain(int a, int b, int c) { int m = a; if (a < b && (m = b) > c) m = a; int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int inSwitch(int a, int b, int k) { int m = b; if (a < b) { switch (k) { case 1: m = a; break; default: m = b; } } int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int xor(int a, int b, boolean flag) { int m = (a < b) ^ flag ? a : b; int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int negated(int a, int b, boolean flag) { int m = !(a < b && !flag) ? b : a; int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int caught(int a, int b, int[] x) { int m = b; try { if (a < b) { m = x[a]; m = a; } } catch (RuntimeException e) { m = b; } int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int inLoop(int a, int b, boolean flag) { int s = 0; for (int k = 0; k < 3; k++) { int m = (a < b || flag) ? a : b; for (int i = 0; i < m; i++) s += i; } return s; }
  static int smaller(int a, int b) { int m = a < b ? a : b; int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
  static int clampedOr(int[] x, int n, boolean all) { int m = n > x.length || all ? x.length : n; int s = 0; for (int i = 0; i < m; i++) s += i; return s; }
}
