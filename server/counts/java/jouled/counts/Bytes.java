package jouled.counts;

/** A growing byte array with big-endian numbers. It uses nothing of the JDK that could be counted. */
final class Bytes {
    byte[] data;
    int length;

    Bytes(int capacity) {
        data = new byte[capacity];
    }

    private void room(int more) {
        if (data.length - length < more) {
            byte[] larger = new byte[(length + more) * 2];
            System.arraycopy(data, 0, larger, 0, length);
            data = larger;
        }
    }

    void u1(int value) {
        room(1);
        data[length++] = (byte) value;
    }

    void u2(int value) {
        u1(value >> 8);
        u1(value);
    }

    void u4(int value) {
        u2(value >> 16);
        u2(value);
    }

    void u8(long value) {
        u4((int) (value >> 32));
        u4((int) value);
    }

    void copy(byte[] from, int start, int count) {
        room(count);
        System.arraycopy(from, start, data, length, count);
        length += count;
    }

    /** An ASCII text after its length in two bytes. */
    void ascii(String text) {
        u2(text.length());
        for (int at = 0; at < text.length(); at++) {
            u1(text.charAt(at));
        }
    }

    /** The bytes of a text after their number in two bytes. */
    void block(byte[] text) {
        int most = text.length < 65535 ? text.length : 65535;
        u2(most);
        copy(text, 0, most);
    }

    void setU2(int at, int value) {
        data[at] = (byte) (value >> 8);
        data[at + 1] = (byte) value;
    }

    void setU4(int at, int value) {
        setU2(at, value >> 16);
        setU2(at + 2, value);
    }

    byte[] toArray() {
        byte[] all = new byte[length];
        System.arraycopy(data, 0, all, 0, length);
        return all;
    }

    static int u1(byte[] from, int at) {
        return from[at] & 0xff;
    }

    static int u2(byte[] from, int at) {
        return (from[at] & 0xff) << 8 | from[at + 1] & 0xff;
    }

    static int s2(byte[] from, int at) {
        return from[at] << 8 | from[at + 1] & 0xff;
    }

    static int s4(byte[] from, int at) {
        return u2(from, at) << 16 | u2(from, at + 2);
    }

    static byte[] part(byte[] from, int start, int count) {
        byte[] part = new byte[count];
        System.arraycopy(from, start, part, 0, count);
        return part;
    }

    static boolean equal(byte[] from, int start, int count, byte[] other) {
        if (count != other.length) {
            return false;
        }
        for (int at = 0; at < count; at++) {
            if (from[start + at] != other[at]) {
                return false;
            }
        }
        return true;
    }
}
