import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class Jackson {
    public static class Order {
        public int id;
        public String customer;
        public double price;
        public boolean paid;
        public List<String> tags;
        public Map<String, String> sub;
    }

    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        Order[] orders = mapper.readValue(new File(arguments[0]), Order[].class);
        Map<String, Double> totals = new TreeMap<>();
        for (Order order : orders) {
            totals.merge(order.customer, order.price, Double::sum);
        }
        JsonNode tree = mapper.readTree(new File(arguments[0]));
        System.out.println(mapper.writeValueAsString(totals) + tree.findValuesAsText("text").size());
        System.out.println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(orders).length());
        try {
            mapper.readTree("{\"a\": [1, }");
        } catch (java.io.IOException expected) {
            System.out.println("refused");
        }
    }
}
