/// Providers of data, run side by side under permits and in the order of their dependencies.
@NullMarked
package dev.pawl.orchestrator;

import org.jspecify.annotations.NullMarked;
