/// The commands of `pawl feeds` that query the loaded items: search, show, links, path, changes,
/// stats, export, dangling and documents.
///
/// Start at [ItemCommands], which registers them. Each command asks
/// [ItemQueries][dev.pawl.feeds.database.ItemQueries] one question.
///
/// Must stay true: these commands only read, so they work while an engine runs and without one.
@NullMarked
package dev.pawl.cli.feeds.items;

import org.jspecify.annotations.NullMarked;
