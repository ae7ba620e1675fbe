package jouled.javac;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticListener;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Turns a request into a response. */
final class Compiler {
    /** The maximum number of characters of javac's message about its own failure. */
    private static final int DETAIL_LENGTH = 4000;

    private final long answerLimit;
    private final JavaCompiler javac;
    private final WarmFiles files;

    Compiler(long answerLimit) {
        this.answerLimit = answerLimit;
        this.javac = ToolProvider.getSystemJavaCompiler();
        if (javac == null) {
            throw new IllegalStateException("this Java has no compiler");
        }
        this.files = new WarmFiles(javac);
    }

    /** Always responds, unless writing the response about an error fails, too. */
    byte[] answer(byte[] frame) {
        long id = -1;
        boolean keepWarm = false;
        try {
            Wire.Request request = Wire.Request.read(frame);
            id = request.id();
            Wire.Answer answer = compile(request);
            keepWarm = request.keepWarm();
            return answer.withinLimit(id).toBytes();
        } catch (StackOverflowError e) {
            return Wire.Answer.failed(id, Wire.STACK_OVERFLOW, "").toBytes();
        } catch (OutOfMemoryError e) {
            return Wire.Answer.failed(id, Wire.OUT_OF_MEMORY, String.valueOf(e.getMessage())).toBytes();
        } catch (Throwable e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            return Wire.Answer.failed(id, Wire.INTERNAL, beginning(trace.getBuffer())).toBytes();
        } finally {
            if (!keepWarm) {
                files.drop();
            }
        }
    }

    private Wire.Answer compile(Wire.Request request) throws IOException {
        StandardJavaFileManager standard = files.forPaths(request.classPath(), request.modulePath());
        MemoryFileManager manager = new MemoryFileManager(standard, request.classes());
        List<JavaFileObject> units = new ArrayList<>();
        for (int index = 0; index < request.sources().size(); index++) {
            units.add(new MemoryFileManager.Source(index, request.sources().get(index)));
        }
        Diagnostics diagnostics = new Diagnostics();
        BoundedWriter printed = new BoundedWriter();
        List<byte[]> attributes = new ArrayList<>();
        boolean success = units.isEmpty() || run(request, printed, manager, diagnostics, units, attributes);
        if (!success && !diagnostics.hasError) {
            return ownFailure(request.id(), printed.text);
        }
        Wire.Answer answer = new Wire.Answer(answerLimit);
        answer.putLong(request.id());
        answer.putByte(Wire.COMPLETED);
        answer.putByte(success ? 1 : 0);
        diagnostics.put(answer);
        // If another unit has an error, classes that were produced before are not a whole result.
        List<MemoryFileManager.Output> outputs = success ? manager.outputs : List.of();
        answer.putInt(outputs.size());
        for (MemoryFileManager.Output output : outputs) {
            answer.putString(output.binaryName);
            answer.putInt(output.source);
            answer.putBlock(output.toBytes());
        }
        answer.putInt(attributes.size());
        attributes.forEach(answer::putBlock);
        return answer;
    }

    /** Compiles. If types are requested, they are read before javac rewrites its trees into bytecode. */
    private boolean run(
            Wire.Request request,
            BoundedWriter printed,
            MemoryFileManager manager,
            Diagnostics diagnostics,
            List<JavaFileObject> units,
            List<byte[]> attributes)
            throws IOException {
        JavaCompiler.CompilationTask task =
                javac.getTask(printed, manager, diagnostics, options(request), null, units);
        if (!request.attributes()) {
            return task.call();
        }
        JavacTask steps = (JavacTask) task;
        List<CompilationUnitTree> trees = new ArrayList<>();
        steps.parse().forEach(trees::add);
        steps.analyze();
        if (diagnostics.hasError) {
            return false;
        }
        for (CompilationUnitTree tree : trees) {
            Wire.Answer part = new Wire.Answer(answerLimit);
            new Attributor(steps, tree, tree.getSourceFile().getCharContent(true)).put(part);
            attributes.add(part.toBytes());
        }
        steps.generate();
        return !diagnostics.hasError;
    }

    /** The options. Nothing of the opened project gets into them, except names that the other side has checked. */
    private static List<String> options(Wire.Request request) {
        List<String> options = new ArrayList<>(List.of(
                "-proc:none",
                "-implicit:none",
                "-g:source,lines,vars",
                "-parameters",
                "-Xlint:none",
                "-nowarn",
                "-encoding",
                "UTF-8",
                "-Xmaxerrs",
                "10000"));
        if (request.release() > 0) {
            options.add("--release");
            options.add(Integer.toString(request.release()));
        } else if (request.languageLevel() > 0) {
            String level = Integer.toString(request.languageLevel());
            options.addAll(List.of("-source", level, "-target", level));
        }
        if (!request.addModules().isEmpty()) {
            options.add("--add-modules");
            options.add(String.join(",", request.addModules()));
        }
        return options;
    }

    /** javac catches its own failures and prints them, without a diagnostic. */
    private static Wire.Answer ownFailure(long id, StringBuilder printed) {
        int status = Wire.INTERNAL;
        if (printed.indexOf("java.lang.StackOverflowError") >= 0) {
            status = Wire.STACK_OVERFLOW;
        } else if (printed.indexOf("java.lang.OutOfMemoryError") >= 0) {
            status = Wire.OUT_OF_MEMORY;
        }
        return Wire.Answer.failed(id, status, status == Wire.INTERNAL ? beginning(printed) : "");
    }

    private static String beginning(CharSequence text) {
        return text.subSequence(0, Math.min(text.length(), DETAIL_LENGTH)).toString();
    }

    /** The diagnostics of a request. */
    private static final class Diagnostics implements DiagnosticListener<JavaFileObject> {
        private boolean hasError;
        private final List<Diagnostic<? extends JavaFileObject>> all = new ArrayList<>();

        @Override
        public void report(Diagnostic<? extends JavaFileObject> diagnostic) {
            hasError |= diagnostic.getKind() == Diagnostic.Kind.ERROR;
            all.add(diagnostic);
        }

        void put(Wire.Answer answer) {
            answer.putInt(all.size());
            for (Diagnostic<? extends JavaFileObject> diagnostic : all) {
                answer.putByte(
                        switch (diagnostic.getKind()) {
                            case ERROR -> 0;
                            case WARNING, MANDATORY_WARNING -> 1;
                            default -> 2;
                        });
                answer.putString(String.valueOf(diagnostic.getCode()));
                answer.putString(diagnostic.getMessage(Locale.ENGLISH));
                answer.putInt(diagnostic.getSource() instanceof MemoryFileManager.Source source ? source.index : -1);
                answer.putInt((int) diagnostic.getStartPosition());
                answer.putInt((int) diagnostic.getPosition());
                answer.putInt((int) diagnostic.getEndPosition());
                answer.putInt((int) Math.max(0, diagnostic.getLineNumber()));
            }
        }
    }

    /** The start of what is printed; the rest of a dump of an endless recursion is not worth keeping. */
    private static final class BoundedWriter extends Writer {
        private final StringBuilder text = new StringBuilder();

        @Override
        public void write(char[] characters, int offset, int length) {
            text.append(characters, offset, Math.min(length, DETAIL_LENGTH - Math.min(text.length(), DETAIL_LENGTH)));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
