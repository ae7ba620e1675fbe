package jouled.counts;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;

/** The classes that the code of every class uses. They are defined in java.base, under other names. */
final class Shared {
    static final String RECORDER = "java/lang/JouledRecorder";
    static final String STRIPES = "java/lang/JouledStripes";
    /** Since this release there are virtual threads. They use the stripe of the thread that carries them. */
    private static final int CARRIERS = 19;

    private Shared() {}

    static Class<?> recorder(MethodHandles.Lookup lookup) throws Refused, IllegalAccessException {
        return lookup.defineClass(renamed("Recorder.class", "currentThread"));
    }

    /** Whether threads can be told apart in this JVM. If they can, all that it takes has run once. */
    static boolean canStripe(MethodHandles.Lookup lookup) {
        try {
            String thread = Runtime.version().feature() < CARRIERS ? "currentThread" : "currentCarrierThread";
            lookup.defineClass(renamed("Stripes.class", thread)).getMethod("offset").invoke(null);
            return true;
        } catch (Refused | ReflectiveOperationException | LinkageError | InternalError failure) {
            // Another JVM, in which threads have no such field. All threads then use the same counters.
            return false;
        }
    }

    private static byte[] renamed(String file, String currentThread) throws Refused {
        return Rename.inPool(
                bytesOf(file),
                "jouled/counts/Stripes", STRIPES,
                "jouled/counts/Recorder", RECORDER,
                "jouled/counts/Memory", "jdk/internal/misc/Unsafe",
                "Ljouled/counts/Memory;", "Ljdk/internal/misc/Unsafe;",
                "()Ljouled/counts/Memory;", "()Ljdk/internal/misc/Unsafe;",
                "Ljouled/counts/ForceInline;", "Ljdk/internal/vm/annotation/ForceInline;",
                "currentThread", currentThread);
    }

    static byte[] bytesOf(String name) {
        try (InputStream file = Agent.class.getResourceAsStream(name)) {
            return file.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
