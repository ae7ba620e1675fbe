//! Calls: of small methods that are inlined, of large ones that are not, and of methods of one, two or many classes.

use super::family::Family;
use crate::suite::algorithm::{ALL, INT};

const COUNTS: &[u32] = &[64, 1024];

/// Classes to call, and an array of objects of random classes.
macro_rules! shapes {
    ($classes:literal) => {
        concat!(
            "interface Form { int area(int f); }
    static final class Square implements Form { int a = 2; public int area(int f) { return a * a + f; } }
    static final class Box implements Form { int a = 3, b = 5; public int area(int f) { return a * b - f; } }
    static final class Corner implements Form { int a = 4, b = 7; public int area(int f) { return a * b / 2 ^ f; } }
    static final class Dot implements Form { public int area(int f) { return f; } }
    static Form form(int number) {
        switch (number) {
            case 0: return new Square();
            case 1: return new Box();
            case 2: return new Corner();
            default: return new Dot();
        }
    }
    static Form[] FORMS = forms();
    static Form[] forms() {
        Form[] forms = new Form[SIZE];
        int[] dice = Data.fill(new int[SIZE], 1);
        for (int i = 0; i < forms.length; i++) {
            forms[i] = form(dice[i] % ",
            $classes,
            ");
        }
        return forms;
    }
    static int sum(Form[] forms, int f) {
        int sum = 0;
        for (int i = 0; i < forms.length; i++) {
            sum += forms[i].area(f);
        }
        return sum;
    }"
        )
    };
}

const SUM: &str = "r += sum(FORMS, 1 + zero);";

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "call_of_one_class",
        types: INT,
        sizes: COUNTS,
        members: shapes!("1"),
        statement: SUM,
    },
    Family {
        name: "call_of_two_classes",
        types: INT,
        sizes: COUNTS,
        members: shapes!("2"),
        statement: SUM,
    },
    Family {
        name: "call_of_three_classes",
        types: INT,
        sizes: COUNTS,
        members: shapes!("3"),
        statement: SUM,
    },
    Family {
        name: "call_of_four_classes",
        types: INT,
        sizes: COUNTS,
        members: shapes!("4"),
        statement: SUM,
    },
    Family {
        name: "virtual_call",
        types: INT,
        sizes: COUNTS,
        members: "static class Base { int a = 2; int cost(int f) { return a + f; } }
    static class Left extends Base { @Override int cost(int f) { return a * f; } }
    static class Right extends Base { @Override int cost(int f) { return a ^ f; } }
    static class Far extends Left { @Override int cost(int f) { return a - f; } }
    static Base[] ALL = all();
    static Base[] all() {
        Base[] all = new Base[SIZE];
        int[] dice = Data.fill(new int[SIZE], 3);
        for (int i = 0; i < all.length; i++) {
            all[i] = dice[i] % 4 == 0 ? new Base() : dice[i] % 4 == 1 ? new Left() : dice[i] % 4 == 2 ? new Right() : new Far();
        }
        return all;
    }
    static int sum(Base[] all, int f) {
        int sum = 0;
        for (int i = 0; i < all.length; i++) {
            sum += all[i].cost(f);
        }
        return sum;
    }",
        statement: "r += sum(ALL, 3 + zero);",
    },
    Family {
        name: "static_call",
        types: ALL,
        sizes: COUNTS,
        members: "static int N = SIZE;
    static T mix(T a, T b) {
        return a * 3 + b;
    }
    static T twice(T a, T b) {
        return mix(mix(a, b), a);
    }
    static T sum(T s, int n) {
        for (int i = 0; i < n; i++) {
            s = twice(s, i);
        }
        return s;
    }",
        statement: "r += sum(1 + zero, N);",
    },
    Family {
        name: "getters",
        types: ALL,
        sizes: COUNTS,
        members: "static final class Item {
        private T amount;
        private Item other;
        T getAmount() { return amount; }
        void setAmount(T amount) { this.amount = amount; }
        Item getOther() { return other; }
    }
    static Item[] ITEMS = items();
    static Item[] items() {
        Item[] items = new Item[SIZE];
        for (int i = 0; i < items.length; i++) {
            items[i] = new Item();
            items[i].amount = i;
            items[i].other = items[i / 2];
        }
        return items;
    }
    static T sum(Item[] items) {
        T sum = 0;
        for (Item item : items) {
            sum += item.getAmount() + item.getOther().getOther().getAmount();
            item.setAmount(item.getOther().getAmount() + 1);
        }
        return sum;
    }",
        statement: "r += sum(ITEMS);",
    },
    Family {
        name: "recursive_call",
        types: INT,
        sizes: &[8, 12, 16],
        members: "static int N = SIZE;
    static int paths(int n) {
        return n < 2 ? n : paths(n - 1) + paths(n - 2);
    }",
        statement: "r += paths(N + zero);",
    },
    Family {
        name: "deep_call",
        types: ALL,
        sizes: &[16, 256],
        members: "static int N = SIZE;
    static T deep(T s, int n) {
        return n == 0 ? s : deep(s + n, n - 1) + 1;
    }",
        statement: "r += deep(1 + zero, N);",
    },
    Family {
        name: "large_call",
        types: INT,
        sizes: COUNTS,
        members: LARGE,
        statement: "r += sum(1 + zero, N);",
    },
    Family {
        name: "lambda_call",
        types: INT,
        sizes: COUNTS,
        members: "interface Step { int next(int s, int i); }
    static int N = SIZE;
    static Step[] STEPS = {(s, i) -> s + i, (s, i) -> s ^ i * 3};
    static int run(Step step, int s, int n) {
        for (int i = 0; i < n; i++) {
            s = step.next(s, i);
        }
        return s;
    }
    static int both(Step[] steps, int s, int n) {
        for (Step step : steps) {
            s = run(step, s, n);
        }
        return s;
    }",
        statement: "r += both(STEPS, 1 + zero, N);",
    },
    Family {
        name: "synchronized_call",
        types: INT,
        sizes: COUNTS,
        members: "static final class Counter {
        private int count;
        synchronized int add(int n) { count += n; return count; }
    }
    static Counter COUNTER = new Counter();
    static int N = SIZE;
    static int count(Counter counter, int n) {
        int last = 0;
        for (int i = 0; i < n; i++) {
            last ^= counter.add(i);
        }
        return last;
    }",
        statement: "r += count(COUNTER, N);",
    },
];

/// Statements of a method that is too large to be inlined.
macro_rules! ten_steps {
    () => {
        "a = a * 31 + (b >>> 3); b ^= a << 2; a = a * 31 + (b >>> 3); b ^= a << 2; a = a * 31 + (b >>> 3); b ^= a << 2;
        a = a * 31 + (b >>> 3); b ^= a << 2; a = a * 31 + (b >>> 3); b ^= a << 2;
        "
    };
}

const LARGE: &str = concat!(
    "static int N = SIZE;
    static int large(int a, int b) {
        ",
    ten_steps!(),
    ten_steps!(),
    ten_steps!(),
    ten_steps!(),
    ten_steps!(),
    ten_steps!(),
    "return a + b;
    }
    static int sum(int s, int n) {
        for (int i = 0; i < n; i++) {
            s = large(s, i);
        }
        return s;
    }"
);
