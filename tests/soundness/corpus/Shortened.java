/** Loops that shorten a text. */
class Shortened {
    static int whileNotEmpty(String s) { int c = 0; while (!s.isEmpty()) { s = s.substring(1); c++; } return c; }
    static int fromBehind(String s) { int c = 0; while (s.length() > 0) { s = s.substring(0, s.length() - 1); c++; } return c; }
    static String zeros(String s) { while (s.startsWith("0")) s = s.substring(1); return s; }
    static String slashes(String s) { while (s.endsWith("/")) s = s.substring(0, s.length() - 1); return s; }
    static int notEqual(String s) { int c = 0; while (!s.equals("")) { s = s.substring(1); c++; } return c; }
    static int notEqualTurned(String s) { int c = 0; while (!"".equals(s)) { s = s.substring(1); c++; } return c; }
    static String longerThanOne(String s) { while (s.length() > 1 && s.charAt(0) == '0') s = s.substring(1); return s; }
    static String blanks(String s) { while (s.charAt(0) == ' ') s = s.substring(1); return s; }
    static int everyPart(String s) { int c = 0; while (s.contains("ab")) { int i = s.indexOf("ab"); s = s.substring(i + 2); c++; } return c; }
    static int fields(String s) { int c = 0, i; while ((i = s.indexOf(',')) >= 0) { s = s.substring(i + 1); c++; } return c; }
    static int grows(String s, int k) { int c = 0; while (!s.isEmpty()) { if (k > 0) { s = s + "x"; k--; } else s = s.substring(1); c++; } return c; }
    static int same(String s) { int c = 0; while (!s.isEmpty()) { s = s.substring(0); c++; if (c > 50) break; } return c; }
    static int unknownStep(String s, int a) { int c = 0; while (s.length() > 3) { s = s.substring(a); c++; if (c > 400) break; } return c; }
    static int swapped(String s, String u) { int c = 0; while (!s.isEmpty()) { String t = s; s = u; u = t.substring(1); c++; if (c > 900) break; } return c; }
    static int byTwo(String s) { int c = 0; for (String t = s; t.length() >= 2; t = t.substring(2)) c++; return c; }
    static int halves(String s) { int c = 0; while (!s.isEmpty()) { s = s.substring(s.length() / 2); c++; if (c > 100) break; } return c; }
    static int replaced(String s) { int c = 0; while (!s.isEmpty()) { String t = s.substring(1); if (t.isEmpty()) { s = "abc"; if (c > 20) break; } else s = t; c++; } return c; }
    static int afterwards(String s) { int c = 0; do { s = s.substring(1); c++; } while (!s.isEmpty()); return c; }
    static int bothEnds(String s) { int c = 0; String t = s; while (!t.isEmpty()) { if (c % 2 == 0) t = t.substring(1); else t = t.substring(0, t.length() - 1); c++; } return c; }
    static int runs(String s) { int c = 0; while (!s.isEmpty()) { char k = s.charAt(0); s = s.substring(1); while (!s.isEmpty() && s.charAt(0) == k) { s = s.substring(1); c++; } c++; } return c; }
    static int ofObject(Object o) { int c = 0; String s = (String) o; while (!s.isEmpty()) { s = s.substring(1); c++; } return c; }
    static String f;
    static int ofField(String x) { f = x; int c = 0; while (!f.isEmpty()) { f = f.substring(1); c++; } return c; }
    static int ofList(java.util.List<Integer> l) { int c = 0; while (!l.isEmpty()) { l = l.subList(1, l.size()); c++; } return c; }
    static int ofGrownList(java.util.List<Integer> l) { int c = 0; while (!l.isEmpty()) { l.add(3); l = l.subList(2, l.size()); c++; if (c > 900) break; } return c; }
    static int always(String s) { int c = 0; while (s.startsWith("")) { s = s.substring(1); c++; } return c; }
    static int caught(String s) { int c = 0; while (!s.isEmpty()) { try { s = s.substring(2); } catch (StringIndexOutOfBoundsException e) { s = s + "aaa"; if (c > 30) break; } c++; } return c; }
    static int trimmed(String s) { int c = 0; while (!s.isEmpty()) { s = s.substring(1).trim(); c++; } return c; }
    static int inLoop(String s, int n) { int c = 0; for (int i = 0; i < n; i++) { String t = s; while (!t.isEmpty()) { t = t.substring(1); c++; } } return c; }
    static int lengthNotZero(String s) { int c = 0; while (s.length() != 0) { s = s.substring(1); c++; } return c; }
    static int branches(String s) { int c = 0; while (!s.isEmpty()) { if (s.charAt(0) == 'a') { s = s.substring(1); continue; } if (s.length() > 2) s = s.substring(2); else s = ""; c++; } return c; }
}
