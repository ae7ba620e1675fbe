package jouled.javac;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/** javac's own file manager, kept with its opened jars as long as the paths and the files stay the same. */
final class WarmFiles {
    /**
     * The class path. In its usual location, javac would follow the manifests of jars: one name that it cannot handle makes
     * every compilation fail, a pipe makes it wait, and it may ask another machine. The other side reads the manifests more
     * carefully, and names all jars.
     */
    static final JavaFileManager.Location CLASS_PATH = new JavaFileManager.Location() {
        @Override
        public String getName() {
            return "JOULED_CLASS_PATH";
        }

        @Override
        public boolean isOutputLocation() {
            return false;
        }
    };

    private final JavaCompiler javac;
    private StandardJavaFileManager manager;
    private List<String> stamps;

    WarmFiles(JavaCompiler javac) {
        this.javac = javac;
    }

    /** A file manager for the paths of the request: the previous one, or a new one. */
    StandardJavaFileManager forPaths(List<String> classPath, List<String> modulePath) {
        List<String> wanted = new ArrayList<>();
        for (List<String> paths : List.of(classPath, modulePath)) {
            wanted.add("");
            paths.forEach(path -> wanted.add(stamp(path)));
        }
        if (manager == null || !wanted.equals(stamps)) {
            drop();
            manager = open(classPath, modulePath);
            stamps = wanted;
        }
        return manager;
    }

    /** Closes the jars. */
    void drop() {
        if (manager != null) {
            StandardJavaFileManager old = manager;
            manager = null;
            stamps = null;
            try {
                old.close();
            } catch (IOException e) {
                // A jar that cannot be closed was not open or is gone. The next manager is new.
            }
        }
    }

    private StandardJavaFileManager open(List<String> classPath, List<String> modulePath) {
        StandardJavaFileManager opened =
                javac.getStandardFileManager(null, Locale.ENGLISH, StandardCharsets.UTF_8);
        try {
            // Without a class path, javac would use that of this service. Without a source path, it
            // would look for sources on the class path and parse them.
            opened.setLocationFromPaths(StandardLocation.CLASS_PATH, List.of());
            opened.setLocationFromPaths(CLASS_PATH, paths(classPath));
            opened.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
            if (!modulePath.isEmpty()) {
                opened.setLocationFromPaths(StandardLocation.MODULE_PATH, paths(modulePath));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return opened;
    }

    /** The files and folders that exist: the module path rejects others, and javac would wait for a pipe. */
    private static List<Path> paths(List<String> texts) {
        return texts.stream()
                .map(Path::of)
                .filter(path -> Files.isRegularFile(path) || Files.isDirectory(path))
                .toList();
    }

    /** The identity of a file. Folders are listed each time, so their kind is enough. */
    private static String stamp(String path) {
        try {
            BasicFileAttributes file = Files.readAttributes(Path.of(path), BasicFileAttributes.class);
            return file.isDirectory() ? path + "/" : path + "?" + file.size() + "?" + file.lastModifiedTime();
        } catch (IOException e) {
            return path;
        }
    }
}
