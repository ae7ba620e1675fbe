import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/** Code of passed objects: which method runs, and what it finds when it runs. */
class Lambdas {
  static int work(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * 3 ^ n; return s; }
  static int ask(IntSupplier s) { return s.getAsInt(); }
  static void run(Runnable r) { r.run(); }
  static void repeat(Runnable r, int k) { for (int i = 0; i < k; i++) r.run(); }

  /* What it reads is not what was there when it was created. */
  static class Box { int n; Box() { } Box(int n) { this.n = n; } }
  static int later(Box b) { Runnable r = () -> work(b.n); b.n = b.n + 1000; r.run(); return b.n; }
  static int laterPassed(Box b) { Runnable r = () -> work(b.n); b.n += 1000; run(r); return b.n; }
  static int laterElement(int[] a) { IntSupplier r = () -> work(a[0]); a[0] = 1000; return r.getAsInt(); }
  static void grow(Box b, Runnable r) { b.n += 1000; r.run(); }
  static int changedByCallee(Box b) { Runnable r = () -> work(b.n); grow(b, r); return b.n; }
  static int changedByItself(Box b, int k) { repeat(() -> { b.n += 10; work(b.n); }, k); return b.n; }
  static int changedInLoop(Box b, int k) { Runnable r = () -> { b.n += 10; work(b.n); }; for (int i = 0; i < k; i++) r.run(); return b.n; }
  static class Growing implements Runnable { int n; public void run() { n += 10; work(n); } }
  static class Holder { final Growing growing = new Growing(); Holder() { } int passed(int k) { repeat(growing, k); return growing.n; } }
  static int unchanged(Box b) { Runnable r = () -> work(b.n); run(r); return b.n; }
  static int unchangedTwice(Box b) { Runnable r = () -> work(b.n); repeat(r, 2); return b.n; }

  /* A lambda that uses the receiver: its own arguments follow it. */
  int field;
  int captured(int x, int y) { int small = x & 3; int big = y & 1023; IntSupplier r = () -> { field++; return small + work(big); }; return r.getAsInt(); }
  int capturedAndPassed(int x, int y) { int small = x & 3; int big = y & 1023; return ask(() -> { field++; return small + work(big); }); }

  /* A method with code is not the one that the lambda implements. */
  interface Two { int f(int a); default int f(int a, int b) { int s = 0; for (int i = 0; i < b; i++) s += f(i); return s; } }
  static int overloaded(int n) { Two t = a -> a + 1; return t.f(1, n & 255); }
  static int both(Two t, int n) { return t.f(1, n & 255); }
  static int overloadedAndPassed(int n) { return both(a -> a + 1, n); }

  /* A method reference may name a method that subclasses override. */
  static class Animal { int cost() { return 1; } Animal() { } }
  static class Dog extends Animal { int cost() { return work(1000); } Dog() { } }
  static int ofObject(int k) { Animal a = new Dog(); IntSupplier s = a::cost; return s.getAsInt(); }
  static int unbound(int k) { ToIntFunction<Animal> f = Animal::cost; return f.applyAsInt(new Dog()); }
  static int askFor(ToIntFunction<Animal> f, Animal a) { return f.applyAsInt(a); }
  static int unboundAndPassed(int k) { return askFor(Animal::cost, new Dog()); }
  static class Kennel { int all() { IntSupplier s = this::cost; return s.getAsInt(); } int cost() { return 1; } Kennel() { } }
  static class Large extends Kennel { int cost() { return work(1000); } Large() { } }
  static int ofThis(int k) { return new Large().all(); }
  static int ofPrivate(int n) { IntSupplier s = () -> work(n); return ask(s::getAsInt); }

  /* A lambda may implement further interfaces. */
  interface One { int f(int n); }
  interface Other { int f(int n); }
  static class Cheap implements One { Cheap() { } public int f(int n) { return n; } }
  static class CheapToo implements Other { CheapToo() { } public int f(int n) { return n; } }
  static Object several() { return (Other & One) n -> work(n); }
  static int asOne(One one, int n) { return one.f(n); }
  static int asOther(Other other, int n) { return other.f(n); }
  static int severalAsOne(int n) { return asOne((One) several(), n); }
  static int severalAsOther(int n) { return asOther((Other) several(), n); }

  /* Object's own methods call what a class overrides. */
  static class Hashed { int n; Hashed() { } Hashed(int n) { this.n = n; } public int hashCode() { n = 1000; return work(500); } String text() { return super.toString(); } int after() { super.toString(); return work(n); } }
  static String textOfObject(int k) { return new Hashed().text(); }
  static int changedByObject(Hashed h) { return h.after(); }

  /* A field hides another one, two classes above. */
  static class Top { private int n; Top() { } Top(int n) { this.n = n; } int loop() { return work(n); } int get() { return n; } }
  static class Between extends Top { Between() { } Between(int n) { super(n); } }
  static class Low extends Between {
    private int n; Low() { } Low(int top, int n) { super(top); this.n = n; }
    int inherited() { return loop(); } int inheritedBySuper() { return super.loop(); } int asked() { n = 1; return work(get()); }
  }
  static int hidden(int top) { return new Low(top & 1023, 1).inherited(); }
  static int hiddenBySuper(int top) { return new Low(top & 1023, 1).inheritedBySuper(); }
  static int hiddenAndAsked(int top) { return new Low(top & 1023, 1).asked(); }
  static int ofTop(Top top) { return work(top.n); }
  static int hiddenInArgument(int top) { Low low = new Low(top & 1023, 1); return ofTop(low) + work(low.n); }
}
