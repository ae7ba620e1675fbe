package jouled.trace;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads programs from the standard input, calls their methods one after the other, and writes to the standard output what
 * each call executed. What the methods themselves print is discarded.
 */
public final class Tracer {
    /** Recursive methods are measured, too. */
    private static final long STACK_BYTES = 256L << 20;

    private final Wire.Program program;
    private final long mostInstructions;
    private final Map<String, byte[]> classes = new LinkedHashMap<>();
    private List<Shape> shapes = List.of();
    private final boolean predicts;
    /** The classes of the last run; null if the next run needs its own: no run sees what another one left. */
    private ClassLoader loaded;
    /** Their static fields. */
    private Statics statics;

    private Tracer(Wire.Program program, long mostInstructions, boolean predicts) {
        this.predicts = predicts;
        this.program = program;
        this.mostInstructions = mostInstructions;
    }

    public static void main(String[] arguments) throws Exception {
        DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
        DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
        // Printed text must not get between the answers, and reads must not consume the input.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        PrintStream complaints = System.err;
        System.setErr(System.out);
        System.setIn(InputStream.nullInputStream());
        long mostInstructions = in.readLong();
        boolean predicts = in.readBoolean();
        List<Wire.Program> programs = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            programs.add(Wire.Program.read(in));
        }
        out.writeInt(Wire.MAGIC);
        out.writeInt(Wire.VERSION);
        out.flush();
        Thread runs = new Thread(
                null,
                () -> {
                    try {
                        for (Wire.Program program : programs) {
                            new Tracer(program, mostInstructions, predicts).answer(out);
                        }
                        // Threads that the methods have started must not delay the end.
                        Runtime.getRuntime().halt(0);
                    } catch (Throwable e) {
                        e.printStackTrace(complaints);
                        Runtime.getRuntime().halt(1);
                    }
                },
                "runs",
                STACK_BYTES);
        runs.start();
    }

    private void answer(DataOutputStream out) throws IOException {
        Instrumenter instrumenter = new Instrumenter(program.classes(), program.loops());
        List<String> refused = new ArrayList<>();
        for (Map.Entry<String, byte[]> entry : program.classes().entrySet()) {
            int known = instrumenter.shapes.size();
            try {
                classes.put(entry.getKey(), instrumenter.instrument(entry.getValue()));
            } catch (IllegalArgumentException e) {
                // Code that already has the maximum size of a method, or that is no class file.
                instrumenter.shapes.subList(known, instrumenter.shapes.size()).clear();
                refused.add(entry.getKey() + ": " + e.getMessage());
            }
        }
        shapes = instrumenter.shapes;
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(head);
        Wire.putShapes(data, shapes);
        data.writeInt(refused.size());
        for (String reason : refused) {
            Wire.putString(data, reason);
        }
        Wire.putFrame(out, head);
        for (Wire.Run run : program.runs()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            run(run, new DataOutputStream(bytes));
            Wire.putFrame(out, bytes);
        }
    }

    private void run(Wire.Run run, DataOutputStream answer) throws IOException {
        Changes changes = new Changes(shapes);
        Predictor dispatches = predicts ? Predictor.ofInterpreter() : null;
        Recorder recorder = new Recorder(shapes, target(run.method()), mostInstructions, changes, dispatches);
        int outcome = Wire.RETURNED;
        String detail = "";
        int threads = Thread.activeCount();
        try {
            ClassLoader loader = loaded == null ? new MemoryLoader(classes) : loaded;
            Class<?> owner = Class.forName(run.method().owner().replace('/', '.'), true, loader);
            if (loaded == null) {
                statics = new Statics(initialized(loader));
            } else {
                statics.restore();
            }
            loaded = statics.isComplete() ? loader : null;
            Class<?>[] types = MethodType.fromMethodDescriptorString(run.method().descriptor(), loader)
                    .parameterArray();
            Method method = owner.getDeclaredMethod(run.method().name(), types);
            method.setAccessible(true);
            Object receiver = run.receiver() == null ? null : run.receiver().make(owner, loader);
            Object[] arguments = new Object[types.length];
            for (int index = 0; index < types.length; index++) {
                arguments[index] = run.arguments().get(index).make(types[index], loader);
            }
            changes.begin(receiver, arguments);
            Frame.record(recorder);
            try {
                method.invoke(receiver, arguments);
            } finally {
                Frame.record(null);
            }
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            outcome = thrown instanceof VirtualMachineError ? Wire.FAILED : Wire.THREW;
            detail = thrown.getClass().getName();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError | VirtualMachineError e) {
            outcome = Wire.FAILED;
            detail = String.valueOf(e);
        }
        if (recorder.ranOut()) {
            outcome = Wire.OUT_OF_INSTRUCTIONS;
        }
        boolean hasEnded = outcome == Wire.RETURNED || outcome == Wire.THREW;
        if (!hasEnded || Thread.activeCount() > threads) {
            // The end may have come while a class was linked. A thread may still change fields and lock classes.
            loaded = null;
        }
        Wire.putRun(answer, outcome, detail, recorder);
        answer.writeLong(recorder.arrayBytes);
        answer.writeLong(dispatches == null ? 0 : dispatches.missed());
    }

    /** All classes of the program, initialized. */
    private List<Class<?>> initialized(ClassLoader loader) throws ClassNotFoundException {
        List<Class<?>> all = new ArrayList<>();
        for (String name : classes.keySet()) {
            all.add(Class.forName(name.replace('/', '.'), true, loader));
        }
        return all;
    }

    private int target(Wire.MethodName wanted) {
        for (int index = 0; index < shapes.size(); index++) {
            Shape shape = shapes.get(index);
            if (shape.owner().equals(wanted.owner())
                    && shape.name().equals(wanted.name())
                    && shape.descriptor().equals(wanted.descriptor())) {
                return index;
            }
        }
        return -1;
    }

    /** Finds the instrumented classes, and otherwise only the JDK's. */
    private static final class MemoryLoader extends ClassLoader {
        private final Map<String, byte[]> classes;

        MemoryLoader(Map<String, byte[]> classes) {
            super(Tracer.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name.replace('.', '/'));
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
