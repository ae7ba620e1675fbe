import com.itextpdf.text.Chapter;
import com.itextpdf.text.Document;
import com.itextpdf.text.Paragraph;
import com.itextpdf.text.pdf.PdfPTable;
import com.itextpdf.text.pdf.PdfReader;
import com.itextpdf.text.pdf.PdfWriter;
import com.itextpdf.text.pdf.parser.PdfTextExtractor;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

class Itext {
    public static void main(String[] arguments) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Document document = new Document();
        PdfWriter.getInstance(document, out);
        document.open();
        PdfPTable table = new PdfPTable(3);
        Chapter chapter = new Chapter("Chapter", 1);
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            chapter.add(new Paragraph(line));
            table.addCell(line.isEmpty() ? "-" : line.substring(0, 1));
        }
        document.add(chapter);
        document.add(table);
        document.close();
        PdfReader reader = new PdfReader(out.toByteArray());
        System.out.println(reader.getNumberOfPages() + " " + PdfTextExtractor.getTextFromPage(reader, 1).length());
    }
}
