package shop

import java.lang.management.ManagementFactory
import java.nio.file.Files
import java.nio.file.Paths

data class Order(val customer: Int, val cents: Long)

object Orders {
    fun make(count: Int): List<Order> {
        var state = 1L
        val orders = ArrayList<Order>(count)
        for (i in 0 until count) {
            state = state * 6364136223846793005L + 1442695040888963407L
            val customer = ((state ushr 33) % 997).toInt()
            orders.add(Order(customer, (state ushr 40) % 10_000))
        }
        return orders
    }

    fun totals(orders: List<Order>): List<Pair<Int, Long>> {
        val sums = HashMap<Int, Long>()
        for (order in orders) {
            val before = sums[order.customer] ?: 0L
            sums[order.customer] = before + order.cents
        }
        return sums.toList().sortedByDescending { it.second }
    }
}

fun cpuNanos(): Long {
    val system = ManagementFactory.getOperatingSystemMXBean() as com.sun.management.OperatingSystemMXBean
    return system.processCpuTime
}

/**
 * Makes orders and sums them by customer, again and again. Arguments: how often, or 0; if it is 0, the CPU time to use in
 * seconds; the file prefix.
 */
fun main(arguments: Array<String>) {
    val start = cpuNanos()
    val units = arguments[0].toLong()
    val limit = start + arguments[1].toLong() * 1_000_000_000L
    var done = 0L
    while (if (units == 0L) cpuNanos() < limit else done < units) {
        val totals = Orders.totals(Orders.make(100_000))
        check(totals.size == 997)
        done++
    }
    // The name of this process begins with its number, also in Java 8.
    val pid = ManagementFactory.getRuntimeMXBean().name.substringBefore('@')
    val told = "$start ${cpuNanos() - start} $done"
    Files.write(Paths.get("${arguments[2]}-$pid"), told.toByteArray())
}
