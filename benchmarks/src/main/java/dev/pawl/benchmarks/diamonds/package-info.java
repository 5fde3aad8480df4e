/// The rows about diamonds: whole loads of a supplier's stock, beside the barest client that writes
/// the same rows, and beside Spring Batch.
///
/// Start at [DiamondRows][dev.pawl.benchmarks.diamonds.DiamondRows]. The supplier is a process of
/// its own ([SimulatedSupplier][dev.pawl.benchmarks.diamonds.SimulatedSupplier]), and so is each
/// load, so that none is warmed up by another.
///
/// Must stay true: [BareClient][dev.pawl.benchmarks.diamonds.BareClient] asks for the same pages
/// and writes the same rows as the system, as durably, and does nothing else.
@NullMarked
package dev.pawl.benchmarks.diamonds;

import org.jspecify.annotations.NullMarked;
