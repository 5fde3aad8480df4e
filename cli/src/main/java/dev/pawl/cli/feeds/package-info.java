/// The commands of `pawl feeds` that load and control sources.
///
/// Start at [FeedsCommands], which registers all commands, also those of
/// [items][dev.pawl.cli.feeds.items]. [FeedsRunCommand] opens an engine in this process or connects
/// to the one that is open: [FeedsRun] starts the sources and follows them, and
/// [display][dev.pawl.cli.feeds.display] shows them. Commands that change something send an order
/// through [OrderSender]; the others read the store through
/// [FeedsContext][dev.pawl.cli.feeds.context.FeedsContext].
@NullMarked
package dev.pawl.cli.feeds;

import org.jspecify.annotations.NullMarked;
