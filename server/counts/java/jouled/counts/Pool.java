package jouled.counts;

/** The constant pool of a class file, and the entries added to it. */
final class Pool {
    private static final int MOST = 65535;

    private final byte[] file;
    /** Where each entry begins, at its tag. */
    private final int[] starts;
    final int end;
    private final Bytes added = new Bytes(256);
    private int count;

    Pool(byte[] file) throws Refused {
        this.file = file;
        count = Bytes.u2(file, 8);
        starts = new int[count];
        int at = 10;
        for (int entry = 1; entry < count; entry++) {
            starts[entry] = at;
            if (file[at] == 5 || file[at] == 6) {
                entry++;
            }
            at = behind(file, at);
        }
        end = at;
    }

    /** The end of the entry that begins at an offset. */
    static int behind(byte[] file, int at) throws Refused {
        return switch (file[at]) {
            case 1 -> at + 3 + Bytes.u2(file, at + 1);
            case 3, 4, 9, 10, 11, 12, 17, 18 -> at + 5;
            case 5, 6 -> at + 9;
            case 7, 8, 16, 19, 20 -> at + 3;
            case 15 -> at + 4;
            default -> throw new Refused("its constant pool has an entry of an unknown kind");
        };
    }

    boolean isText(int entry, byte[] text) {
        int at = starts[entry];
        return Bytes.equal(file, at + 3, Bytes.u2(file, at + 1), text);
    }

    byte[] text(int entry) {
        int at = starts[entry];
        return Bytes.part(file, at + 3, Bytes.u2(file, at + 1));
    }

    /** The name of a class entry. */
    byte[] className(int entry) {
        return text(Bytes.u2(file, starts[entry] + 1));
    }

    /** The descriptor of the method in an entry. */
    byte[] descriptorOfMember(int entry) {
        int nameAndType = Bytes.u2(file, starts[entry] + 3);
        return text(Bytes.u2(file, starts[nameAndType] + 3));
    }

    private int add(int tag) throws Refused {
        if (count >= MOST) {
            throw new Refused("its constant pool is full");
        }
        added.u1(tag);
        return count++;
    }

    private int addText(String text) throws Refused {
        int entry = add(1);
        added.ascii(text);
        return entry;
    }

    /** A class by its name in a descriptor. */
    int addClass(byte[] name) throws Refused {
        int text = add(1);
        added.u2(name.length);
        added.copy(name, 0, name.length);
        int entry = add(7);
        added.u2(text);
        return entry;
    }

    int addNumber(int number) throws Refused {
        int entry = add(3);
        added.u4(number);
        return entry;
    }

    /** A field (tag 9) or a method (tag 10). */
    int addMember(int tag, String owner, String name, String descriptor) throws Refused {
        int ownerText = addText(owner);
        int ownerClass = add(7);
        added.u2(ownerText);
        int nameText = addText(name);
        int descriptorText = addText(descriptor);
        int nameAndType = add(12);
        added.u2(nameText);
        added.u2(descriptorText);
        int member = add(tag);
        added.u2(ownerClass);
        added.u2(nameAndType);
        return member;
    }

    /** Writes the number of entries and all of them. */
    void write(Bytes out) {
        out.u2(count);
        out.copy(file, 10, end - 10);
        out.copy(added.data, 0, added.length);
    }
}
