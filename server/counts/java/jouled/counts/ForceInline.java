package jouled.counts;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands for the annotation of `jdk.internal.vm`: the JVM inlines such a method wherever it is called. */
@Retention(RetentionPolicy.RUNTIME)
@interface ForceInline {}
