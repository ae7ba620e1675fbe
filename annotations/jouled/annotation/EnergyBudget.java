package jouled.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How much energy one call of a method or constructor may take. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
@Repeatable(EnergyBudget.List.class)
public @interface EnergyBudget {
    /** The budget of the worst case: an energy such as {@code 5 mJ}, or an expression such as {@code 40 nJ * xs.length + 1 uJ}. */
    String worst() default "";

    /** The budget of what a call that returns costs on average, such as {@code 5 uJ}. */
    String typical() default "";

    /** The probability that a call costs at most the budget of the worst case, from 0.5 to below 1. */
    double quantile() default 0.99;

    /** The values that the worst case covers, such as {@code n <= 1000}; all if this is empty. */
    String when() default "";

    /** Several budgets of one method. */
    @Documented
    @Retention(RetentionPolicy.CLASS)
    @Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
    @interface List {
        /** The budgets. */
        EnergyBudget[] value();
    }
}
