import com.github.javaparser.StaticJavaParser;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.MethodCallExpr;
import java.nio.file.Path;

class JavaParser {
    public static void main(String[] arguments) throws Exception {
        for (String file : arguments) {
            CompilationUnit unit = StaticJavaParser.parse(Path.of(file));
            System.out.println(unit.findAll(MethodDeclaration.class).size() + " " + unit.findAll(MethodCallExpr.class).size() + " " + unit.toString().length());
        }
    }
}
