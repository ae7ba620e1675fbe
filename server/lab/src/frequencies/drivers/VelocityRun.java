import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.VelocityEngine;

class VelocityRun {
    public static void main(String[] arguments) throws Exception {
        VelocityEngine engine = new VelocityEngine();
        engine.setProperty("runtime.log.logsystem.class", "org.apache.velocity.runtime.log.NullLogChute");
        engine.init();
        VelocityContext context = new VelocityContext();
        context.put("lines", Files.readAllLines(Path.of(arguments[0])));
        String[] texts = {
            "#foreach($line in $lines)#if($line.length() > 20)$foreach.count: $line.toUpperCase()#elseif($line.isEmpty())-#else$line#end\n#end",
            "#macro(cell $text $n)#if($n > 0)[$text]#set($less = $n - 1)#cell($text $less)#end#end#set($sum = 0)#foreach($line in $lines)#set($sum = $sum + $line.length())#cell($line.substring(0, 1) 3)#end $sum $!missing",
        };
        for (String text : texts) {
            StringWriter out = new StringWriter();
            engine.evaluate(context, out, "t", text.replace("$line.substring(0, 1)", "'x'"));
            System.out.println(out.toString().length());
        }
    }
}
