import java.util.*;

/** The method itself changes the size of a collection before it passes it. */
class Resized {
    static long sum(ArrayList<Integer> a) { long s = 0; for (int i = 0; i < a.size(); i++) s += a.get(i); return s; }
    static long twice(ArrayList<Integer> a) { long s = sum(a); a.add(1); return s + sum(a); }
    static long inLoop(ArrayList<Integer> a, int n) { long s = 0; for (int i = 0; i < n; i++) { s += sum(a); a.add(i); } return s; }
    static long ofAll(ArrayList<Integer> a) { long s = sum(a); a.addAll(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9)); return s + sum(a); }
    static long alias(ArrayList<Integer> a) { ArrayList<Integer> b = a; for (int i = 0; i < 10; i++) b.add(i); return sum(a); }
    static long branch(ArrayList<Integer> a, int n) { if (n > 3) { a.add(n); a.add(n); } return sum(a); }
    static long emptied(ArrayList<Integer> a) { a.clear(); a.add(7); return sum(a); }
    static int length(StringBuilder b) { int s = 0; for (int i = 0; i < b.length(); i++) s += i; return s; }
    static int appended(StringBuilder b) { int s = length(b); b.append("0123456789"); return s + length(b); }
}
