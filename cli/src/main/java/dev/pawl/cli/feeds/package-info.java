/// `pawl feeds`: security sources from the command line.
///
/// [FeedsCommands] has them all. [RunCommand] opens an engine in this process, or asks the one that
/// is open, and shows how far the sources are: [Loading] is one such run, and a [Look] is all that
/// it sees at once. What people order goes through [Ordering]; the others ask the store at the
/// [Desk]. [FeedsJson] has the field names.
@NullMarked
package dev.pawl.cli.feeds;

import org.jspecify.annotations.NullMarked;
