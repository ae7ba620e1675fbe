import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.servlet.ServletHandler;
import org.eclipse.jetty.servlet.ServletHolder;

/**
 * A servlet in Jetty that makes a table for each request. Arguments: the number of requests, or 0; if it is 0, the CPU time
 * to use in seconds; the file prefix; the file for the port, to which the process ID is appended.
 */
public class ServletRuns {
    private static final AtomicLong DONE = new AtomicLong();
    private static final CountDownLatch END = new CountDownLatch(1);

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** Sums orders by customer and writes them as a table. */
    public static class Orders extends HttpServlet {
        long units;
        long limit;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            long seed = Long.parseLong(request.getParameter("seed"));
            TreeMap<String, List<Integer>> orders = new TreeMap<>();
            for (int order = 0; order < 200; order++) {
                seed = seed * 6364136223846793005L + 1442695040888963407L;
                String customer = "customer-" + (seed >>> 58);
                orders.computeIfAbsent(customer, name -> new ArrayList<>()).add((int) (seed >>> 40) & 1023);
            }
            response.setContentType("text/html");
            var out = response.getWriter();
            out.println("<table>");
            orders.forEach((customer, sums) -> {
                int sum = sums.stream().mapToInt(Integer::intValue).sum();
                out.printf("<tr><td>%s<td>%d<td>%.2f</tr>%n", customer, sum, sum / (double) sums.size());
            });
            out.println("</table>");
            long done = DONE.incrementAndGet();
            if (units == 0 ? done % 100 == 0 && cpuNanos() >= limit : done >= units) {
                END.countDown();
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        long start = cpuNanos();
        Orders orders = new Orders();
        orders.units = Long.parseLong(arguments[0]);
        orders.limit = start + Long.parseLong(arguments[1]) * 1_000_000_000L;
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletHandler handler = new ServletHandler();
        handler.addServletWithMapping(new ServletHolder(orders), "/orders");
        server.setHandler(handler);
        server.start();
        long pid = ProcessHandle.current().pid();
        Path unfinished = Path.of(arguments[3] + "unfinished-" + pid);
        Files.writeString(unfinished, "" + connector.getLocalPort());
        Files.move(unfinished, Path.of(arguments[3] + pid), StandardCopyOption.ATOMIC_MOVE);
        END.await();
        String told = start + " " + (cpuNanos() - start) + " " + DONE.get();
        Files.writeString(Path.of(arguments[2] + "-" + pid), told);
        System.exit(0);
    }
}
