import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Writes the larger inputs: orders as XML, JSON, HTML, SQL and text, the same each time. */
class MakeInputs {
    private static final String[] WORDS = "abacus bright cargo delta ember fable grain harbor ivory jungle kettle lantern".split(" ");

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        make(folder, "small", 60, new Random(1));
        make(folder, "large", 700, new Random(2));
    }

    private static void make(Path folder, String size, int orders, Random random) throws IOException {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<orders>\n");
        StringBuilder json = new StringBuilder("[");
        StringBuilder html = new StringBuilder("<html><head><title>Orders</title></head><body><table>\n");
        StringBuilder sql = new StringBuilder();
        StringBuilder text = new StringBuilder();
        StringBuilder sums = new StringBuilder();
        StringBuilder css = new StringBuilder();
        for (int id = 0; id < orders; id++) {
            String customer = WORDS[random.nextInt(WORDS.length)];
            String note = words(random, random.nextInt(9));
            String price = random.nextInt(100) + "." + (10 + random.nextInt(90));
            xml.append("  <order id=\"" + id + "\" customer=\"" + customer + "\"><price>" + price + "</price>"
                    + (note.isEmpty() ? "" : "<note>" + note + " &amp; more</note>") + "</order>\n");
            json.append(id == 0 ? "" : ",\n").append("{\"id\":" + id + ",\"customer\":\"" + customer + "\",\"price\":" + price
                    + ",\"paid\":" + (id % 3 == 0) + ",\"tags\":[\"" + note.replace(" ", "\",\"") + "\"],\"sub\":"
                    + (id % 4 == 0 ? "null" : "{\"text\":\"\\u00e9\\n" + note + "\"}") + "}");
            html.append("<tr class=row" + id % 2 + "><td>" + id + "<td><a href='?c=" + customer + "'>" + customer
                    + "</a><td><b>" + price + "</b>" + (id % 5 == 0 ? "<br><p>" + note : "") + "</tr>\n");
            sql.append("INSERT INTO orders VALUES (" + id + ", " + customer.length() + ", " + price + ", DATE '20" + (10 + id % 15)
                    + "-0" + (1 + id % 9) + "-1" + id % 10 + "');\n");
            text.append(words(random, 12)).append(id % 6 == 5 ? ".\n\n" : ".\n");
            sums.append("row" + id + " = (" + price + " + " + id + ") * 2;\n");
        }
        StringBuilder all = new StringBuilder(
                "CREATE TABLE customer (id INT PRIMARY KEY, name VARCHAR(40));\n"
                        + "CREATE TABLE orders (id INT PRIMARY KEY, customer INT, price DECIMAL(10,2), placed DATE);\n"
                        + "CREATE INDEX by_customer ON orders (customer);\n");
        for (int id = 4; id < 9; id++) {
            all.append("INSERT INTO customer VALUES (" + id + ", 'name" + id + "');\n");
        }
        all.append(sql);
        all.append("SELECT c.name, COUNT(*), SUM(o.price) FROM customer c JOIN orders o ON o.customer = c.id GROUP BY c.name ORDER BY 3 DESC;\n"
                + "SELECT * FROM orders WHERE price BETWEEN 20 AND 30 AND customer IN (SELECT id FROM customer WHERE name LIKE 'name%') ORDER BY price;\n"
                + "UPDATE orders SET price = price * 2 WHERE MOD(id, 7) = 3;\n"
                + "DELETE FROM orders WHERE price > 150;\n"
                + "SELECT customer, MAX(price), MIN(placed) FROM orders WHERE id > 10 GROUP BY customer HAVING COUNT(*) > 2;\n"
                + "SELECT COUNT(*) FROM orders a, orders b WHERE a.customer = b.customer AND a.id < b.id AND a.id < 40;\n");
        write(folder, "orders-" + size + ".xml", xml + "</orders>\n");
        write(folder, "orders-" + size + ".json", json + "]\n");
        write(folder, "orders-" + size + ".html", html + "</table></body></html>\n");
        write(folder, "orders-" + size + ".sql", all.toString());
        Files.createDirectories(folder.resolve("texts-" + size));
        String[] parts = text.toString().split("\n\n");
        for (int part = 0; part < parts.length; part++) {
            write(folder, "texts-" + size + "/" + part + ".txt", parts[part]);
        }
        write(folder, "text-" + size + ".txt", text.toString());
        write(folder, "script-" + size + ".js", "var x = 0;\n" + sums.toString().replace("row", "var row").replace("* 2", "* (x > 3 ? 2 : x)")
                + "function f(a) { for (var i = 0; i < a; i++) { if (i % 2) continue; x += i; } return x; }\n");
    }

    private static String words(Random random, int count) {
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < count; word++) {
            text.append(word == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
        }
        return text.toString();
    }

    private static void write(Path folder, String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
