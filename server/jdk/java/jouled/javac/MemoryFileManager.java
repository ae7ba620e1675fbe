package jouled.javac;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/** Sources and classes in memory, searched before the files on disk. Nothing is written to disk. */
final class MemoryFileManager extends ForwardingJavaFileManager<StandardJavaFileManager> {
    /** The produced classes, in javac's order. */
    final List<Output> outputs = new ArrayList<>();

    private final Map<String, Input> inputs = new HashMap<>();
    private final Map<String, List<Input>> inputsOfPackage = new HashMap<>();

    MemoryFileManager(StandardJavaFileManager files, Map<String, byte[]> classes) {
        super(files);
        classes.forEach((name, bytes) -> {
            String binaryName = name.replace('/', '.');
            Input input = new Input(binaryName, bytes);
            inputs.put(binaryName, input);
            int dot = binaryName.lastIndexOf('.');
            String packageName = dot < 0 ? "" : binaryName.substring(0, dot);
            inputsOfPackage.computeIfAbsent(packageName, key -> new ArrayList<>()).add(input);
        });
    }

    /** The actual location of the files of a location. */
    private static Location onDisk(Location location) {
        return location == StandardLocation.CLASS_PATH ? WarmFiles.CLASS_PATH : location;
    }

    @Override
    public boolean hasLocation(Location location) {
        return super.hasLocation(onDisk(location));
    }

    /** No class of the compiled project is ever loaded, as a processor, a plugin or anything else. */
    @Override
    public ClassLoader getClassLoader(Location location) {
        return null;
    }

    @Override
    public Iterable<JavaFileObject> list(
            Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
            throws IOException {
        Iterable<JavaFileObject> files = super.list(onDisk(location), packageName, kinds, recurse);
        if (inputs.isEmpty()
                || location != StandardLocation.CLASS_PATH
                || !kinds.contains(JavaFileObject.Kind.CLASS)) {
            return files;
        }
        List<JavaFileObject> listed = new ArrayList<>();
        Set<String> names = new HashSet<>();
        inputsOfPackage.forEach((name, inputsThere) -> {
            if (name.equals(packageName)
                    || recurse && (packageName.isEmpty() || name.startsWith(packageName + "."))) {
                listed.addAll(inputsThere);
                inputsThere.forEach(input -> names.add(input.binaryName));
            }
        });
        for (JavaFileObject file : files) {
            if (names.isEmpty() || !names.contains(super.inferBinaryName(onDisk(location), file))) {
                listed.add(file);
            }
        }
        return listed;
    }

    @Override
    public String inferBinaryName(Location location, JavaFileObject file) {
        return file instanceof Input input ? input.binaryName : super.inferBinaryName(onDisk(location), file);
    }

    @Override
    public boolean contains(Location location, FileObject file) throws IOException {
        if (file instanceof Input) {
            return location == StandardLocation.CLASS_PATH;
        }
        if (file instanceof Source) {
            // A module's units must be on the source path, which has nothing else.
            return location == StandardLocation.SOURCE_PATH;
        }
        if (file instanceof Memory) {
            return false;
        }
        return super.contains(onDisk(location), file);
    }

    @Override
    public JavaFileObject getJavaFileForInput(Location location, String className, JavaFileObject.Kind kind)
            throws IOException {
        if (location == StandardLocation.CLASS_PATH && kind == JavaFileObject.Kind.CLASS) {
            Input input = inputs.get(className);
            if (input != null) {
                return input;
            }
        }
        return super.getJavaFileForInput(onDisk(location), className, kind);
    }

    @Override
    public FileObject getFileForInput(Location location, String packageName, String relativeName)
            throws IOException {
        return super.getFileForInput(onDisk(location), packageName, relativeName);
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        if (a instanceof Memory || b instanceof Memory) {
            return a == b;
        }
        return super.isSameFile(a, b);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
        Output output = new Output(className, kind, sibling instanceof Source source ? source.index : -1);
        outputs.add(output);
        return output;
    }

    @Override
    public FileObject getFileForOutput(
            Location location, String packageName, String relativeName, FileObject sibling) throws IOException {
        throw new IOException("no other file than a class is written: " + relativeName);
    }

    @Override
    public void close() {
        // The files belong to the manager that keeps them open.
    }

    private abstract static class Memory extends SimpleJavaFileObject {
        Memory(String name, Kind kind) {
            super(uri(name), kind);
        }

        private static URI uri(String name) {
            try {
                return new URI("memory", null, "/" + name, null);
            } catch (URISyntaxException e) {
                throw new IllegalArgumentException("no name for a file: " + name, e);
            }
        }
    }

    /** A unit of source text. */
    static final class Source extends Memory {
        final int index;
        private final String text;
        private final String fileName;

        Source(int index, Wire.Source source) {
            this(index, source.text(), fileName(source.path()));
        }

        private Source(int index, String text, String fileName) {
            super(index + "/" + fileName, Kind.SOURCE);
            this.index = index;
            this.fileName = fileName;
            // javac rejects the byte order mark. A blank keeps every position.
            this.text = text.startsWith("\ufeff") ? " " + text.substring(1) : text;
        }

        private static String fileName(String path) {
            int slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf(File.separatorChar));
            return path.substring(slash + 1);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            // A buffer without a file name may contain any class.
            return kind == Kind.SOURCE && (!fileName.endsWith(".java") || fileName.equals(simpleName + ".java"));
        }
    }

    private static final class Input extends Memory {
        private final String binaryName;
        private final byte[] bytes;

        Input(String binaryName, byte[] bytes) {
            super("class/" + binaryName.replace('.', '/') + ".class", Kind.CLASS);
            this.binaryName = binaryName;
            this.bytes = bytes;
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(bytes);
        }
    }

    /** A produced class. */
    static final class Output extends Memory {
        final String binaryName;
        /** The index of its source, or -1. */
        final int source;

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Output(String className, Kind kind, int source) {
            super("output/" + className.replace('.', '/') + kind.extension, kind);
            this.binaryName = className.replace('.', '/');
            this.source = source;
        }

        @Override
        public OutputStream openOutputStream() {
            bytes.reset();
            return bytes;
        }

        byte[] toBytes() {
            return bytes.toByteArray();
        }
    }
}
