/// Measures the engine and its yardsticks.
@NullMarked
package dev.pawl.benchmarks;

import org.jspecify.annotations.NullMarked;
