//! Boxes, strings, builders and collections of the JDK. The JDK's own instructions are not counted; they are an unknown callee.

use super::family::Family;
use crate::suite::algorithm::INT;

const LENGTHS: &[u32] = &[8, 64, 512];

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "boxing_small",
        types: INT,
        sizes: LENGTHS,
        members: BOXING,
        statement: "box(BOXES, 100 + zero); r += sum(BOXES);",
    },
    Family {
        name: "boxing_large",
        types: INT,
        sizes: LENGTHS,
        members: BOXING,
        statement: "box(BOXES, 100000 + zero); r += sum(BOXES);",
    },
    Family {
        name: "boxing_local",
        types: INT,
        sizes: LENGTHS,
        members: "static int N = SIZE;
    static int sum(int s, int n) {
        Integer sum = s;
        for (int i = 0; i < n; i++) {
            sum = sum + i;
        }
        return sum;
    }",
        statement: "r += sum(1000 + zero, N);",
    },
    Family {
        name: "string_builder_chars",
        types: INT,
        sizes: LENGTHS,
        members: "static char[] TEXT = Data.text(SIZE, 1);
    static String LAST;
    static String build(char[] text) {
        StringBuilder builder = new StringBuilder();
        for (char c : text) {
            builder.append(c);
        }
        return builder.toString();
    }",
        statement: "LAST = build(TEXT); r += LAST.length();",
    },
    Family {
        name: "string_builder_numbers",
        types: INT,
        sizes: LENGTHS,
        members: "static int[] NUMBERS = Data.fill(new int[SIZE], 1);
    static String LAST;
    static String build(int[] numbers) {
        StringBuilder builder = new StringBuilder();
        for (int number : numbers) {
            builder.append(number).append(',');
        }
        return builder.toString();
    }",
        statement: "LAST = build(NUMBERS); r += LAST.length();",
    },
    Family {
        name: "string_concatenation",
        types: INT,
        sizes: LENGTHS,
        members: "static int[] NUMBERS = Data.fill(new int[SIZE], 1);
    static String LAST;
    static int build(int[] numbers) {
        int length = 0;
        for (int number : numbers) {
            LAST = \"a\" + number + \"b\";
            length += LAST.length();
        }
        return length;
    }",
        statement: "r += build(NUMBERS);",
    },
    Family {
        name: "string_characters",
        types: INT,
        sizes: LENGTHS,
        members: "static String TEXT = new String(Data.text(SIZE, 1));
    static int vowels(String text) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 'a' || c == 'e' || c == 'i') {
                count++;
            }
        }
        return count;
    }",
        statement: "r += vowels(TEXT);",
    },
    Family {
        name: "string_equality",
        types: INT,
        sizes: LENGTHS,
        members: "static String[] TEXTS = texts();
    static String[] texts() {
        String[] texts = new String[SIZE];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = new String(Data.text(20, i % 4));
        }
        return texts;
    }
    static int equal(String[] texts) {
        int count = 0;
        for (int i = 1; i < texts.length; i++) {
            if (texts[i].equals(texts[i - 1]) || texts[i].compareTo(texts[0]) < 0) {
                count++;
            }
        }
        return count;
    }",
        statement: "r += equal(TEXTS);",
    },
    Family {
        name: "array_list",
        types: INT,
        sizes: LENGTHS,
        members: "static java.util.ArrayList<Integer> LIST = new java.util.ArrayList<>();
    static int N = SIZE;
    static int both(java.util.ArrayList<Integer> list, int n) {
        list.clear();
        for (int i = 0; i < n; i++) {
            list.add(i);
        }
        int sum = 0;
        for (int number : list) {
            sum += number;
        }
        return sum;
    }",
        statement: "r += both(LIST, N + zero);",
    },
    Family {
        name: "hash_map",
        types: INT,
        sizes: LENGTHS,
        members: "static java.util.HashMap<Integer, Integer> MAP = new java.util.HashMap<>();
    static int[] KEYS = Data.fill(new int[SIZE], 1);
    static int count(java.util.HashMap<Integer, Integer> map, int[] keys) {
        map.clear();
        for (int key : keys) {
            Integer count = map.get(key);
            map.put(key, count == null ? 1 : count + 1);
        }
        return map.size();
    }",
        statement: "r += count(MAP, KEYS);",
    },
];

const BOXING: &str = "static Integer[] BOXES = new Integer[SIZE];
    static void box(Integer[] boxes, int first) {
        for (int i = 0; i < boxes.length; i++) {
            boxes[i] = first + (i & 15);
        }
    }
    static int sum(Integer[] boxes) {
        int sum = 0;
        for (Integer box : boxes) {
            sum += box;
        }
        return sum;
    }";
