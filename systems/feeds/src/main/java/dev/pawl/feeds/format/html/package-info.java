/// Reads web pages, which are rarely well-formed XML.
///
/// Start at [HtmlReader][dev.pawl.feeds.format.html.HtmlReader], which returns each
/// [Tag][dev.pawl.feeds.format.html.Tag] with the text after it.
///
/// Must stay true: any page is accepted unless it is truncated; tags and texts are shortened to a
/// maximum length.
@NullMarked
package dev.pawl.feeds.format.html;

import org.jspecify.annotations.NullMarked;
