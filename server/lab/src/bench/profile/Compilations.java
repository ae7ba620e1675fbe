import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles a folder again and again. Arguments: how often, or 0; if it is 0, the CPU time to use in seconds; the file
 * prefix; the folder with the sources.
 */
public class Compilations {
    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    public static void main(String[] arguments) throws Exception {
        long start = cpuNanos();
        long units = Long.parseLong(arguments[0]);
        long limit = start + Long.parseLong(arguments[1]) * 1_000_000_000L;
        List<Path> files;
        try (var found = Files.walk(Path.of(arguments[3]))) {
            files = found.filter(path -> path.toString().endsWith(".java")).toList();
        }
        Path classes = Path.of(arguments[2] + "-classes");
        Files.createDirectories(classes);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of("-proc:none", "-nowarn", "-d", classes.toString());
        long done = 0;
        while (units == 0 ? cpuNanos() < limit : done < units) {
            try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
                var sources = manager.getJavaFileObjectsFromPaths(files);
                StringWriter messages = new StringWriter();
                if (!compiler.getTask(messages, manager, null, options, null, sources).call()) {
                    throw new IllegalStateException(messages.toString());
                }
            }
            done++;
        }
        Path told = Path.of(arguments[2] + "-" + ProcessHandle.current().pid());
        Files.writeString(told, start + " " + (cpuNanos() - start) + " " + done);
    }
}
