package jouled.javac;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.util.Types;

/** The types and symbols that javac gave to a unit's expressions, by their places in the text. */
final class Attributor extends TreePathScanner<Void, Void> {
    /** The maximum number of characters written of a type's arguments. */
    private static final int LONGEST_TYPE = 400;

    private final Trees trees;
    private final SourcePositions positions;
    private final Types typeUtilities;
    private final CompilationUnitTree unit;
    private final CharSequence text;

    private final Map<String, Integer> typeIndexes = new HashMap<>();
    private final List<TypeMirror> types = new ArrayList<>();
    private final Map<Element, Integer> symbols = new LinkedHashMap<>();
    private final Map<Element, long[]> declared = new HashMap<>();
    private final List<int[]> facts = new ArrayList<>();
    private final Map<TypeElement, Set<String>> supertypes = new HashMap<>();
    /** Numbers of local classes, because several may have the same name. */
    private final Map<Element, Integer> localClasses = new HashMap<>();

    /** The end of the last variable, for declarations of several variables with one type. */
    private long lastVariableEnd = -1;

    Attributor(JavacTask task, CompilationUnitTree unit, CharSequence text) {
        this.trees = Trees.instance(task);
        this.positions = trees.getSourcePositions();
        this.typeUtilities = task.getTypes();
        this.unit = unit;
        this.text = text;
    }

    /** Writes what is known about a unit. */
    void put(Wire.Answer answer) {
        scan(unit, null);
        // Writing a symbol may find a type that no expression has.
        List<Element> named = new ArrayList<>(symbols.keySet());
        answer.putInt(named.size());
        for (Element symbol : named) {
            putSymbol(answer, symbol);
        }
        answer.putInt(types.size());
        for (TypeMirror type : types) {
            putType(answer, type);
        }
        answer.putInt(facts.size());
        for (int[] fact : facts) {
            for (int value : fact) {
                answer.putInt(value);
            }
        }
    }

    @Override
    public Void scan(Tree tree, Void nothing) {
        if (tree instanceof ExpressionTree && getCurrentPath() != null) {
            TreePath path = new TreePath(getCurrentPath(), tree);
            long start = positions.getStartPosition(unit, tree);
            long end = positions.getEndPosition(unit, tree);
            add(start, end, trees.getTypeMirror(path), trees.getElement(path));
        }
        return super.scan(tree, nothing);
    }

    @Override
    public Void visitVariable(VariableTree variable, Void nothing) {
        long start = positions.getStartPosition(unit, variable);
        long end = positions.getEndPosition(unit, variable);
        Element symbol = trees.getElement(getCurrentPath());
        if (symbol != null && start >= 0 && end >= start) {
            long from = variable.getType() == null ? -1 : positions.getEndPosition(unit, variable.getType());
            from = Math.max(from, start);
            if (lastVariableEnd <= end) {
                from = Math.max(from, lastVariableEnd);
            }
            long name = nameFrom(variable.getName().toString(), (int) from, (int) end);
            if (name >= 0) {
                long nameEnd = name + variable.getName().length();
                declared.put(symbol, new long[] {name, nameEnd});
                add(name, nameEnd, symbol.asType(), symbol);
            }
        }
        super.visitVariable(variable, nothing);
        lastVariableEnd = end;
        return null;
    }

    /** The position of a name as a whole word; -1 if there is none. */
    private long nameFrom(String name, int from, int end) {
        if (name.isEmpty()) {
            return -1;
        }
        String part = text.subSequence(from, Math.min(end, text.length())).toString();
        for (int at = part.indexOf(name); at >= 0; at = part.indexOf(name, at + 1)) {
            int after = at + name.length();
            boolean isWord = (at == 0 || !Character.isJavaIdentifierPart(part.charAt(at - 1)))
                    && (after == part.length() || !Character.isJavaIdentifierPart(part.charAt(after)));
            if (isWord) {
                return from + at;
            }
        }
        return -1;
    }

    private void add(long start, long end, TypeMirror type, Element symbol) {
        if (start >= 0 && end > start && (type != null || symbol != null)) {
            facts.add(new int[] {(int) start, (int) end, typeIndex(type), symbolIndex(symbol)});
        }
    }

    private int typeIndex(TypeMirror type) {
        if (type == null) {
            return -1;
        }
        String key = type.getKind() + " " + erased(type) + " " + written(type);
        if (type instanceof DeclaredType local && isLocal(local)) {
            key += " " + localClasses.computeIfAbsent(local.asElement(), unused -> localClasses.size());
        }
        Integer known = typeIndexes.get(key);
        if (known == null) {
            known = types.size();
            typeIndexes.put(key, known);
            types.add(type);
        }
        return known;
    }

    private int symbolIndex(Element symbol) {
        if (symbol == null) {
            return -1;
        }
        Integer known = symbols.get(symbol);
        if (known == null) {
            known = symbols.size();
            symbols.put(symbol, known);
        }
        return known;
    }

    private void putSymbol(Wire.Answer answer, Element symbol) {
        answer.putByte(
                switch (symbol.getKind()) {
                    case LOCAL_VARIABLE, RESOURCE_VARIABLE, BINDING_VARIABLE, EXCEPTION_PARAMETER -> 0;
                    case PARAMETER -> 1;
                    case FIELD, ENUM_CONSTANT -> 2;
                    case METHOD -> 3;
                    case CONSTRUCTOR -> 4;
                    case CLASS, INTERFACE, ENUM, ANNOTATION_TYPE, RECORD -> 5;
                    default -> 6;
                });
        Element owner = symbol.getEnclosingElement();
        answer.putString(owner instanceof TypeElement type ? type.getQualifiedName().toString() : "");
        answer.putString(
                symbol instanceof TypeElement type
                        ? type.getQualifiedName().toString()
                        : symbol.getSimpleName().toString());
        List<String> parameters = new ArrayList<>();
        TypeMirror type = null;
        if (symbol instanceof ExecutableElement method) {
            for (VariableElement parameter : method.getParameters()) {
                parameters.add(erased(parameter.asType()));
            }
            type = method.getReturnType();
        } else if (symbol instanceof VariableElement) {
            type = symbol.asType();
        }
        answer.putString(String.join(",", parameters));
        int modifiers = 0;
        Set<Modifier> all = symbol.getModifiers();
        modifiers |= all.contains(Modifier.STATIC) ? 1 : 0;
        modifiers |= all.contains(Modifier.FINAL) ? 2 : 0;
        modifiers |= all.contains(Modifier.PRIVATE) ? 4 : 0;
        modifiers |= all.contains(Modifier.VOLATILE) ? 8 : 0;
        Object constant = symbol instanceof VariableElement variable ? variable.getConstantValue() : null;
        modifiers |= constant != null ? 16 : 0;
        modifiers |= symbol instanceof ExecutableElement method && method.isVarArgs() ? 32 : 0;
        answer.putByte(modifiers);
        answer.putString(constant == null ? "" : constant.toString());
        answer.putInt(typeIndex(type));
        long[] place = declared.get(symbol);
        answer.putInt(place == null ? -1 : (int) place[0]);
        answer.putInt(place == null ? -1 : (int) place[1]);
    }

    private void putType(Wire.Answer answer, TypeMirror type) {
        answer.putByte(
                switch (type.getKind()) {
                    case BOOLEAN -> 0;
                    case BYTE -> 1;
                    case SHORT -> 2;
                    case CHAR -> 3;
                    case INT -> 4;
                    case LONG -> 5;
                    case FLOAT -> 6;
                    case DOUBLE -> 7;
                    case VOID -> 8;
                    case NULL -> 9;
                    case ARRAY -> 10;
                    case DECLARED -> 11;
                    case TYPEVAR -> 12;
                    default -> 13;
                });
        answer.putString(erased(type));
        answer.putString(written(type));
        TypeMirror bound = type instanceof TypeVariable variable ? variable.getUpperBound() : type;
        Set<String> all = bound instanceof DeclaredType declaredType
                        && declaredType.asElement() instanceof TypeElement element
                ? supertypes(element)
                : Set.of();
        answer.putInt(all.size());
        all.forEach(answer::putString);
    }

    /** The type and all its supertypes, by their qualified names. */
    private Set<String> supertypes(TypeElement element) {
        Set<String> known = supertypes.get(element);
        if (known != null) {
            return known;
        }
        Set<String> all = new LinkedHashSet<>();
        // A damaged class may be its own supertype.
        supertypes.put(element, all);
        all.add(element.getQualifiedName().toString());
        for (TypeMirror direct : typeUtilities.directSupertypes(typeUtilities.erasure(element.asType()))) {
            if (direct instanceof DeclaredType declaredType && declaredType.asElement() instanceof TypeElement above) {
                all.addAll(supertypes(above));
            }
        }
        return all;
    }

    private String erased(TypeMirror type) {
        return switch (type.getKind()) {
            case BOOLEAN -> "boolean";
            case BYTE -> "byte";
            case SHORT -> "short";
            case CHAR -> "char";
            case INT -> "int";
            case LONG -> "long";
            case FLOAT -> "float";
            case DOUBLE -> "double";
            case VOID -> "void";
            case NULL -> "null";
            case ARRAY -> erased(((ArrayType) type).getComponentType()) + "[]";
            case DECLARED -> ((DeclaredType) type).asElement() instanceof TypeElement element
                    ? element.getQualifiedName().toString()
                    : "?";
            case TYPEVAR -> {
                TypeMirror erasure = typeUtilities.erasure(type);
                yield erasure.getKind() == TypeKind.TYPEVAR ? "?" : erased(erasure);
            }
            default -> "?";
        };
    }

    private static boolean isLocal(DeclaredType type) {
        return type.asElement() instanceof TypeElement element
                && (element.getNestingKind() == NestingKind.LOCAL || element.getNestingKind() == NestingKind.ANONYMOUS);
    }

    /** A class without its own type arguments, but with those of the class around it: A<T>.B is another type than A.B. */
    private String name(DeclaredType type) {
        boolean isInner = !isLocal(type) && type.getEnclosingType() instanceof DeclaredType;
        String outer = isInner ? written(type.getEnclosingType()) : "";
        boolean isPlain = !outer.contains("<") && !outer.contains("?");
        return isPlain ? erased(type) : outer + "." + type.asElement().getSimpleName();
    }

    /** A type as written in source text, with qualified names; "?" if it cannot be written. */
    private String written(TypeMirror type) {
        String text = switch (type.getKind()) {
            case ARRAY -> {
                String component = written(((ArrayType) type).getComponentType());
                yield component.equals("?") ? "?" : component + "[]";
            }
            case DECLARED -> {
                DeclaredType declaredType = (DeclaredType) type;
                StringBuilder whole = new StringBuilder(name(declaredType));
                if (whole.isEmpty() || whole.charAt(0) == '?') {
                    yield "?";
                }
                List<? extends TypeMirror> arguments = declaredType.getTypeArguments();
                for (int index = 0; index < arguments.size() && whole.length() < LONGEST_TYPE; index++) {
                    String argument = written(arguments.get(index));
                    whole.append(index == 0 ? "<" : ", ").append(argument);
                }
                yield whole.append(arguments.isEmpty() ? "" : ">").toString();
            }
            case TYPEVAR -> {
                String name = ((TypeVariable) type).asElement().getSimpleName().toString();
                // A type that javac captured from a wildcard has no name.
                yield name.isEmpty() || !Character.isJavaIdentifierStart(name.charAt(0)) ? "?" : name;
            }
            default -> erased(type);
        };
        return text.length() > LONGEST_TYPE ? "?" : text;
    }
}
