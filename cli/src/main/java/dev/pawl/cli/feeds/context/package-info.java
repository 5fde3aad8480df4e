/// What the commands of `pawl feeds` share.
///
/// Start at [FeedsContext]: it reads the store and remembers where documents come from.
/// [FeedsArguments] parses the arguments that several commands take, and rejects wrong ones.
@NullMarked
package dev.pawl.cli.feeds.context;

import org.jspecify.annotations.NullMarked;
