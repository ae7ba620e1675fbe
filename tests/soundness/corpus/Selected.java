import java.util.function.IntUnaryOperator;

/** Calls whose method is not the first one with its name: private and static ones, default methods, lambdas of other interfaces. */
class Selected {
  static int work(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * 3 ^ n; return s; }

  interface A { default int m(int n) { return n + 1; } }
  interface B extends A { default int m(int n) { return work(n); } }
  static final class C implements A, B { }
  static class D implements B { }
  static final class E extends D implements A { }
  static int mostSpecific(int n) { C c = new C(); return c.m(n); }
  static int mostSpecificOfSuperclass(int n) { E e = new E(); return e.m(n); }
  static int ofParameter(C c, int n) { return c.m(n); }
  static int byInterface(int n) { A a = new C(); return a.m(n); }

  interface Costly { default int m(int n) { return work(n); } }
  interface Cheap extends Costly { default int m(int n) { return n; } }
  static final class Both implements Costly, Cheap { }
  static int least(int n) { return new Both().m(n); }

  interface I { default int k(int n) { return work(n); } }
  static class P { private int k(int n) { return n; } int own(int n) { return k(n); } }
  static class Q extends P implements I { }
  static int privateOfSuperclass(int n) { I i = new Q(); return i.k(n); }
  static class R { private int z(int n) { return work(n); } }
  static class S extends R { int z(int n) { return n; } }
  static int privateIsMeant(int n) { R r = new S(); return r.z(n); }
  static int privateOfCast(S s, int n) { return ((R) s).z(n); }
  static class Cheaper { private int z(int n) { return n; } }
  static class Dearer extends Cheaper { int z(int n) { return work(n); } }
  static int privateIsCheaper(int n) { Cheaper c = new Dearer(); return c.z(n); }

  interface T { static int w(int n) { return n; } }
  interface U { default int w(int n) { return work(n); } }
  static final class V implements T, U { }
  static int staticOfInterface(int n) { V v = new V(); return v.w(n); }

  interface F { int a(int n); default int m(int n) { return n; } }
  interface G extends F { default int m(int n) { return work(n); } }
  static int viaF(F f, int n) { return f.m(n); }
  static int lambdaOfSubinterface(int n) { G g = x -> x; return viaF(g, n); }
  interface H { int a(int n); }
  interface J extends H { }
  static final class One implements H { public int a(int n) { return n; } }
  static int viaH(H h, int n) { return h.a(n); }
  static int lambdaAsSuperinterface(int n) { J j = x -> work(x); return viaH(j, n); }
  static int referenceAsSuperinterface(int n) { J j = Selected::work; return viaH(j, n); }
  interface K { default int a(int n) { return n; } int b(int n); }
  interface L extends K { int a(int n); default int b(int n) { return n; } }
  static int viaK(K k, int n) { return k.a(n); }
  static int abstractAgain(int n) { L l = x -> work(x); return viaK(l, n); }

  static abstract class M implements A { public abstract int m(int n); }
  static class N extends M { public int m(int n) { return work(n); } }
  static int abstractBeforeDefault(int n) { M m = new N(); return m.m(n); }
  static int abstractOfParameter(M m, int n) { return m.m(n); }
  static class Top { public int m(int n) { return work(n); } }
  static class Under extends Top implements A { }
  static int classBeforeDefault(int n) { A a = new Under(); return a.m(n); }
  static int superOfInterface(int n) { return new A() { public int m(int x) { return A.super.m(x) + work(x); } }.m(n); }
}
