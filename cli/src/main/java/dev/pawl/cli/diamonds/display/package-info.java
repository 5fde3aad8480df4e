/// How `pawl diamonds` shows runs, on a terminal and as JSON.
///
/// Start at [LoadSnapshot], a run at one moment. While it loads, a [LoadDisplay] shows one snapshot
/// after the other: [HeatStrip] redraws a strip of partitions on a terminal, [LoadLines] prints a
/// line per event elsewhere. [LoadSummary] ends the run. [DiamondsJson] has the field names that
/// programs rely on.
///
/// Must stay true: with `--json`, nothing is printed but the JSON.
@NullMarked
package dev.pawl.cli.diamonds.display;

import org.jspecify.annotations.NullMarked;
