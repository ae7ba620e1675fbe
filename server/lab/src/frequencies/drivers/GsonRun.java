import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import com.google.gson.JsonSyntaxException;
import java.io.FileReader;
import java.util.List;
import java.util.Map;

class GsonRun {
    static class Order {
        int id;
        String customer;
        double price;
        boolean paid;
        List<String> tags;
        Map<String, String> sub;
    }

    public static void main(String[] arguments) throws Exception {
        Gson gson = new GsonBuilder().setPrettyPrinting().create();
        Order[] orders = gson.fromJson(new FileReader(arguments[0]), Order[].class);
        JsonArray tree = JsonParser.parseReader(new FileReader(arguments[0])).getAsJsonArray();
        int objects = 0;
        for (JsonElement element : tree) {
            objects += element.getAsJsonObject().get("sub").isJsonNull() ? 0 : 1;
        }
        System.out.println(gson.toJson(orders).length() + " " + objects);
        try {
            JsonParser.parseString("{\"a\": [1, }");
        } catch (JsonSyntaxException expected) {
            System.out.println("refused");
        }
    }
}
