/// What a test of a machine needs: virtual time, crash points and the store contract.
@NullMarked
package dev.pawl.testkit;

import org.jspecify.annotations.NullMarked;
