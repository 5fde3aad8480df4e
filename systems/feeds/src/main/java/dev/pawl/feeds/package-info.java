/// Security feeds: seven sources in one searchable, cross-linked base.
@NullMarked
package dev.pawl.feeds;

import org.jspecify.annotations.NullMarked;
