package jouled.counts;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;

/** Puts counters into each class that is loaded. */
final class Counting implements ClassFileTransformer {
    private static final byte[][] NOT_COUNTED = {
        ClassWriter.ascii("jouled/counts/"), ClassWriter.ascii("java/lang/Jouled"), ClassWriter.ascii("sun/instrument/"),
    };

    private static final String[] MADE = {"java/", "jdk/", "sun/", "com/sun/proxy/"};

    private final Counters counters;
    private final Registry registry;
    private final References.Options options;
    private volatile boolean isStopped;

    Counting(Counters counters, Registry registry, References.Options options) {
        this.counters = counters;
        this.registry = registry;
        this.options = options;
    }

    void stop() {
        isStopped = true;
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
        if (isStopped || (options.entriesOf > 0 && !isOwn(loader, name))) {
            return null;
        }
        CountedClass counted = null;
        try {
            boolean receivers = options.receivers || (options.ownReceivers && loader != null);
            ClassWriter writer = new ClassWriter(file, counters, options, registry, receivers);
            counted = writer.counted();
            for (byte[] prefix : NOT_COUNTED) {
                if (counted.name.length > prefix.length && Bytes.equal(counted.name, 0, prefix.length, prefix)) {
                    return null;
                }
            }
            byte[] written = writer.write();
            if (options.entriesOf > 0 && counted.count == 0) {
                return null;
            }
            registry.add(counted);
            return written;
        } catch (Refused refused) {
            leaveOut(counted, refused.reason);
        } catch (RuntimeException failure) {
            leaveOut(counted, "its class file is not readable");
        } catch (StackOverflowError | OutOfMemoryError failure) {
            leaveOut(counted, "there was no memory to rewrite it");
        }
        return null;
    }

    /**
     * Whether a class belongs to the program and has the same name in each run. Too many classes of the JDK are loaded
     * before any is rewritten, and classes created at run time are numbered in the order of their creation.
     */
    private static boolean isOwn(ClassLoader loader, String name) {
        if (loader == null || name == null || name.contains("$$")) {
            return false;
        }
        for (String prefix : MADE) {
            if (name.startsWith(prefix)) {
                return false;
            }
        }
        return true;
    }

    private void leaveOut(CountedClass counted, String reason) {
        registry.leaveOut(counted == null ? new byte[0] : counted.name, reason);
    }
}
