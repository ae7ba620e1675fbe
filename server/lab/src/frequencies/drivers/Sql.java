import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Executes the statements of a file in a database. */
class Sql {
    public static void main(String[] arguments) throws Exception {
        String name = arguments[0].split(":")[1];
        try (Connection connection = DriverManager.getConnection(arguments[0]);
                Statement statement = connection.createStatement()) {
            for (String line : Files.readAllLines(Path.of(arguments[1]))) {
                String sql = line.substring(0, line.lastIndexOf(';'));
                if (name.equals("derby")) {
                    sql = sql.replaceAll("DATE ('[^']*')", "DATE($1)");
                }
                try {
                    int rows = 0;
                    if (statement.execute(sql)) {
                        ResultSet found = statement.getResultSet();
                        while (found.next()) {
                            rows += found.getString(1).length();
                        }
                        System.out.println(rows);
                    }
                } catch (SQLException refused) {
                    System.out.println(refused.getMessage() + ": " + sql);
                }
            }
            connection.setAutoCommit(false);
            try (PreparedStatement update = connection.prepareStatement("UPDATE orders SET price = ? WHERE id = ?")) {
                for (int id = 0; id < 30; id++) {
                    update.setInt(1, id);
                    update.setInt(2, id * 2);
                    update.executeUpdate();
                }
            }
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }
}
