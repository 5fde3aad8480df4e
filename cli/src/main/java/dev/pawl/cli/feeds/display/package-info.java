/// How `pawl feeds` shows sources, on a terminal and as JSON.
///
/// Start at [SourcesSnapshot], the state of all sources at one moment. While sources load, a
/// [RunDisplay] shows one snapshot after the other: [SourceTree] redraws a tree on a terminal,
/// [EventPrinter] prints a line per event elsewhere. [RunSummary] ends the run, [LiveView] shows
/// the demo. [FeedsJson] has the field names that programs rely on.
///
/// Must stay true: with `--json`, nothing is printed but the JSON.
@NullMarked
package dev.pawl.cli.feeds.display;

import org.jspecify.annotations.NullMarked;
