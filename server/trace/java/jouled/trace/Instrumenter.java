package jouled.trace;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** Rewrites classes so that they count the blocks they execute. */
final class Instrumenter {
    private static final ClassDesc FRAME = ClassDesc.of("jouled.trace.Frame");
    private static final MethodTypeDesc ENTER = MethodTypeDesc.of(FRAME, ConstantDescs.CD_int);
    private static final MethodTypeDesc AT = MethodTypeDesc.of(ConstantDescs.CD_void, FRAME, ConstantDescs.CD_int);
    private static final MethodTypeDesc NUMBER = MethodTypeDesc.of(
            ConstantDescs.CD_void, FRAME, ConstantDescs.CD_int, ConstantDescs.CD_long);
    private static final MethodTypeDesc LENGTH = MethodTypeDesc.of(
            ConstantDescs.CD_void, FRAME, ConstantDescs.CD_int, ConstantDescs.CD_Object);
    private static final MethodTypeDesc ARRAY =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, FRAME);
    private static final MethodTypeDesc LEAVE = MethodTypeDesc.of(ConstantDescs.CD_void, FRAME);

    private final ClassFile classFile;
    private final Map<Wire.MethodName, List<Wire.Loop>> loops;
    /** The methods so far; a method's index is the number under which its code counts. */
    final List<Shape> shapes = new ArrayList<>();

    /** The class bytes by binary name, only to find common supertypes. */
    Instrumenter(Map<String, byte[]> classes, Map<Wire.MethodName, List<Wire.Loop>> loops) {
        ClassHierarchyResolver resolver = ClassHierarchyResolver.ofResourceParsing(type -> {
                    String descriptor = type.descriptorString();
                    byte[] bytes = classes.get(descriptor.substring(1, descriptor.length() - 1));
                    return bytes == null ? null : new ByteArrayInputStream(bytes);
                })
                .orElse(ClassHierarchyResolver.defaultResolver());
        this.classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(resolver));
        this.loops = loops;
    }

    byte[] instrument(byte[] bytes) {
        ClassModel model = classFile.parse(bytes);
        String owner = model.thisClass().asInternalName();
        return classFile.transformClass(model, (builder, element) -> {
            if (element instanceof MethodModel method && method.code().isPresent()) {
                CodeModel code = method.code().get();
                Shape shape = shape(owner, method, code);
                shapes.add(shape);
                CodeTransform transform = new Counting(shapes.size() - 1, shape);
                builder.transformMethod(method, MethodTransform.transformingCode(transform));
            } else {
                builder.with(element);
            }
        });
    }

    private Shape shape(String owner, MethodModel method, CodeModel code) {
        List<Integer> starts = new ArrayList<>();
        ByteArrayOutputStream opcodes = new ByteArrayOutputStream();
        int index = 0;
        boolean begins = true;
        for (CodeElement element : code) {
            if (element instanceof LabelTarget) {
                begins = true;
            } else if (element instanceof Instruction instruction) {
                if (begins) {
                    starts.add(index);
                }
                begins = endsBlock(instruction);
                opcodes.write(instruction.opcode().bytecode());
                index++;
            }
        }
        int blocks = starts.size();
        int[] first = starts.stream().mapToInt(Integer::intValue).toArray();
        int[] sizes = new int[blocks];
        byte[] all = opcodes.toByteArray();
        byte[][] opcodesOf = new byte[blocks][];
        int[] loopAt = new int[blocks];
        for (int block = 0; block < blocks; block++) {
            sizes[block] = (block + 1 < blocks ? first[block + 1] : index) - first[block];
            opcodesOf[block] = Arrays.copyOfRange(all, first[block], first[block] + sizes[block]);
            loopAt[block] = -1;
        }
        String name = method.methodName().stringValue();
        String descriptor = method.methodType().stringValue();
        List<Wire.Loop> wanted = loops.getOrDefault(new Wire.MethodName(owner, name, descriptor), List.of());
        BitSet[] bodies = new BitSet[wanted.size()];
        for (int loop = 0; loop < bodies.length; loop++) {
            bodies[loop] = new BitSet(blocks);
            for (int block = 0; block < blocks; block++) {
                if (wanted.get(loop).body().get(first[block])) {
                    bodies[loop].set(block);
                }
                if (first[block] == wanted.get(loop).header()) {
                    loopAt[block] = loop;
                }
            }
        }
        return new Shape(owner, name, descriptor, first, sizes, opcodesOf, loopAt, bodies);
    }

    /** True if the next instruction may not run although this one does. */
    private static boolean endsBlock(Instruction instruction) {
        return switch (instruction.opcode().kind()) {
            case LOAD, STORE, INCREMENT, STACK, CONVERT, NOP -> false;
            case CONSTANT ->
                instruction instanceof ConstantInstruction.LoadConstantInstruction load
                        && !isPlain(load.constantEntry());
            case OPERATOR -> mayThrow((OperatorInstruction) instruction);
            default -> true;
        };
    }

    /** Only numbers: loading any other constant may have to link it, and that may fail. */
    private static boolean isPlain(LoadableConstantEntry constant) {
        return switch (constant.typeKind()) {
            case INT, LONG, FLOAT, DOUBLE ->
                constant instanceof java.lang.classfile.constantpool.ConstantValueEntry;
            default -> false;
        };
    }

    private static boolean mayThrow(OperatorInstruction operator) {
        Opcode opcode = operator.opcode();
        return switch (opcode) {
            case IDIV, LDIV, IREM, LREM, ARRAYLENGTH -> true;
            default -> false;
        };
    }

    private static boolean makesArray(Opcode opcode) {
        return switch (opcode) {
            case NEWARRAY, ANEWARRAY, MULTIANEWARRAY -> true;
            default -> false;
        };
    }

    /** Inserts the calls of {@link Frame} into one method. */
    private static final class Counting implements CodeTransform {
        private final int method;
        private final Shape shape;
        private int frame;
        private Watch watch;
        private int index;
        private int block;

        Counting(int method, Shape shape) {
            this.method = method;
            this.shape = shape;
        }

        @Override
        public void atStart(CodeBuilder builder) {
            frame = builder.allocateLocal(TypeKind.REFERENCE);
            watch = new Watch(frame, shape);
            builder.loadConstant(method).invokestatic(FRAME, "enter", ENTER).astore(frame);
            List<ClassDesc> types = MethodTypeDesc.ofDescriptor(shape.descriptor()).parameterList();
            for (int at = 0; at < types.size(); at++) {
                tell(builder, at, types.get(at));
            }
        }

        /** Reports the value of an integer argument, or the length of an array argument. */
        private void tell(CodeBuilder builder, int at, ClassDesc type) {
            int slot = builder.parameterSlot(at);
            if (type.isArray()) {
                builder.aload(frame).loadConstant(at).aload(slot).invokestatic(FRAME, "length", LENGTH);
                return;
            }
            switch (TypeKind.from(type).asLoadable()) {
                case INT ->
                    builder.aload(frame).loadConstant(at).iload(slot).i2l().invokestatic(FRAME, "number", NUMBER);
                case LONG -> builder.aload(frame).loadConstant(at).lload(slot).invokestatic(FRAME, "number", NUMBER);
                default -> {}
            }
        }

        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            if (element instanceof Instruction instruction) {
                if (block < shape.starts().length && shape.starts()[block] == index) {
                    builder.aload(frame).loadConstant(block).invokestatic(FRAME, "at", AT);
                    block++;
                }
                watch.before(builder, instruction, index);
                if (instruction instanceof ReturnInstruction) {
                    builder.aload(frame).invokestatic(FRAME, "leave", LEAVE);
                }
                index++;
            }
            builder.with(element);
            if (element instanceof Instruction instruction && makesArray(instruction.opcode())) {
                builder.dup().aload(frame).invokestatic(FRAME, "array", ARRAY);
            }
        }
    }
}
