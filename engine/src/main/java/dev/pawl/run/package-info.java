@NullMarked
package dev.pawl.run;

import org.jspecify.annotations.NullMarked;
