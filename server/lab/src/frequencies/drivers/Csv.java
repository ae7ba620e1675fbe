import java.io.FileReader;
import java.io.StringReader;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

class Csv {
    public static void main(String[] arguments) throws Exception {
        StringBuilder out = new StringBuilder();
        try (CSVPrinter printer = new CSVPrinter(out, CSVFormat.EXCEL)) {
            for (CSVRecord record : CSVFormat.newFormat(' ').withQuote('\'').withIgnoreEmptyLines().parse(new FileReader(arguments[0]))) {
                for (String value : record) {
                    printer.print(value.length() % 3 == 0 ? value + ", \"" + record.size() + "\"" : value);
                }
                printer.println();
            }
        }
        System.out.println(out.length() + " " + CSVFormat.EXCEL.parse(new StringReader(out.toString())).getRecords().size());
    }
}
