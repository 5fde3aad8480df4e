/// Looking through web pages, which are never as well-formed as XML.
///
/// Start at [HtmlReader][dev.pawl.feeds.format.html.HtmlReader], which gives tag after tag, each a
/// [Tag][dev.pawl.feeds.format.html.Tag] with the text that follows it.
///
/// Must stay true: no page is wrong, unless it is cut off; a tag and a text have bounds, and what
/// is longer is cut.
@NullMarked
package dev.pawl.feeds.format.html;

import org.jspecify.annotations.NullMarked;
