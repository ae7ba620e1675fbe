package jouled.trace;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** Inserts calls before instructions that report overflows, and changes of fields and elements. */
final class Watch {
    private static final ClassDesc FRAME = ClassDesc.of("jouled.trace.Frame");
    private static final ClassDesc ARITHMETIC = ClassDesc.of("jouled.trace.Arithmetic");
    private static final ClassDesc INT = ConstantDescs.CD_int;
    private static final ClassDesc LONG = ConstantDescs.CD_long;
    private static final ClassDesc OBJECT = ConstantDescs.CD_Object;
    private static final MethodTypeDesc WRAPPED =
            MethodTypeDesc.of(ConstantDescs.CD_void, FRAME, INT, ConstantDescs.CD_boolean);
    private static final MethodTypeDesc STORE = MethodTypeDesc.of(
            ConstantDescs.CD_void, FRAME, OBJECT, OBJECT, ConstantDescs.CD_String, ConstantDescs.CD_boolean);

    private final int frame;
    private final boolean isConstructor;
    private final boolean isInitializer;
    /** Objects that were created but not yet constructed. */
    private int unconstructed;
    /** True if the method has a receiver, and it is constructed. */
    private boolean isConstructed;

    Watch(int frame, Shape shape) {
        this.frame = frame;
        this.isConstructor = shape.name().equals("<init>");
        this.isInitializer = shape.name().equals("<clinit>");
    }

    /** Before an instruction. */
    void before(CodeBuilder builder, Instruction instruction, int index) {
        switch (instruction) {
            case OperatorInstruction operator -> operator(builder, operator.opcode(), index);
            case ConvertInstruction convert -> convert(builder, convert.opcode(), index);
            case IncrementInstruction increment -> {
                builder.aload(frame).loadConstant(index).iload(increment.slot()).loadConstant(increment.constant());
                tell(builder, "iadd", INT, INT);
            }
            case FieldInstruction field -> field(builder, field);
            case ArrayStoreInstruction store -> element(builder, store.typeKind());
            case NewObjectInstruction made -> unconstructed++;
            case InvokeInstruction invoke
            when invoke.name().equalsString("<init>") -> {
                if (unconstructed == 0) {
                    isConstructed = true;
                } else {
                    unconstructed--;
                }
            }
            default -> {}
        }
    }

    private void operator(CodeBuilder builder, Opcode opcode, int index) {
        String name = opcode.name().toLowerCase(java.util.Locale.ROOT);
        switch (opcode) {
            case IADD, ISUB, IMUL, ISHL, IUSHR -> two(builder, name, index, TypeKind.INT, TypeKind.INT);
            case LADD, LSUB, LMUL -> two(builder, name, index, TypeKind.LONG, TypeKind.LONG);
            case LSHL, LUSHR -> two(builder, name, index, TypeKind.LONG, TypeKind.INT);
            case INEG -> one(builder, name, index, TypeKind.INT);
            case LNEG -> one(builder, name, index, TypeKind.LONG);
            default -> {}
        }
    }

    private void convert(CodeBuilder builder, Opcode opcode, int index) {
        String name = opcode.name().toLowerCase(java.util.Locale.ROOT);
        switch (opcode) {
            case I2B, I2S, I2C -> one(builder, name, index, TypeKind.INT);
            case L2I -> one(builder, name, index, TypeKind.LONG);
            default -> {}
        }
    }

    private void two(CodeBuilder builder, String name, int index, TypeKind left, TypeKind right) {
        int second = builder.allocateLocal(right);
        int first = builder.allocateLocal(left);
        builder.storeLocal(right, second).storeLocal(left, first);
        builder.aload(frame).loadConstant(index).loadLocal(left, first).loadLocal(right, second);
        tell(builder, name, of(left), of(right));
        builder.loadLocal(left, first).loadLocal(right, second);
    }

    private void one(CodeBuilder builder, String name, int index, TypeKind kind) {
        int only = builder.allocateLocal(kind);
        builder.storeLocal(kind, only);
        builder.aload(frame).loadConstant(index).loadLocal(kind, only);
        tell(builder, name, of(kind));
        builder.loadLocal(kind, only);
    }

    private static void tell(CodeBuilder builder, String name, ClassDesc... types) {
        builder.invokestatic(ARITHMETIC, name, MethodTypeDesc.of(ConstantDescs.CD_boolean, types));
        builder.invokestatic(FRAME, "wrapped", WRAPPED);
    }

    private static ClassDesc of(TypeKind kind) {
        return kind == TypeKind.LONG ? LONG : INT;
    }

    private void field(CodeBuilder builder, FieldInstruction field) {
        // The initial values of a class are no changes, and an object that is not yet constructed cannot be read.
        boolean isOfObject = field.opcode() == Opcode.PUTFIELD;
        boolean isOfClass = field.opcode() == Opcode.PUTSTATIC && !isInitializer;
        if (!isOfClass && !(isOfObject && (!isConstructor || isConstructed))) {
            return;
        }
        TypeKind kind = TypeKind.from(field.typeSymbol()).asLoadable();
        int value = builder.allocateLocal(kind);
        builder.storeLocal(kind, value);
        int object = builder.allocateLocal(TypeKind.REFERENCE);
        if (isOfObject) {
            builder.astore(object).aload(frame).aload(object);
        } else {
            builder.aload(frame).aconst_null();
        }
        if (isConstructor) {
            builder.aload(0);
        } else {
            builder.aconst_null();
        }
        builder.loadConstant(field.name().stringValue());
        if (isOfObject) {
            builder.aload(object).getfield(field.field());
        } else {
            builder.getstatic(field.field());
        }
        widen(builder, kind);
        builder.loadLocal(kind, value);
        widen(builder, kind);
        store(builder, kind);
        if (isOfObject) {
            builder.aload(object);
        }
        builder.loadLocal(kind, value);
    }

    private void element(CodeBuilder builder, TypeKind of) {
        TypeKind kind = of.asLoadable();
        int value = builder.allocateLocal(kind);
        int index = builder.allocateLocal(TypeKind.INT);
        int array = builder.allocateLocal(TypeKind.REFERENCE);
        builder.storeLocal(kind, value).istore(index).astore(array);
        builder.aload(frame).aload(array).aconst_null().loadConstant(Changes.ELEMENT);
        builder.aload(array).iload(index).arrayLoad(of);
        widen(builder, kind);
        builder.loadLocal(kind, value);
        widen(builder, kind);
        store(builder, kind);
        builder.aload(array).iload(index).loadLocal(kind, value);
    }

    private static void widen(CodeBuilder builder, TypeKind kind) {
        switch (kind) {
            case INT -> builder.i2l();
            case FLOAT -> builder.f2d();
            default -> {}
        }
    }

    private static void store(CodeBuilder builder, TypeKind kind) {
        ClassDesc type =
                switch (kind) {
                    case INT, LONG -> LONG;
                    case FLOAT, DOUBLE -> ConstantDescs.CD_double;
                    default -> OBJECT;
                };
        builder.invokestatic(ARITHMETIC, "differ", MethodTypeDesc.of(ConstantDescs.CD_boolean, type, type));
        builder.invokestatic(FRAME, "store", STORE);
    }
}
