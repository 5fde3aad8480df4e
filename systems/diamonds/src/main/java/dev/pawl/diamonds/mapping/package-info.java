/// From a supplier's item, as JSON, to a canonical stone; pure.
///
/// Start with `StoneMapping`. `ItemFields` reads one item and remembers what it could not accept,
/// `Vocabulary` holds the accepted values, `ColourParser` reads colours. What must stay true: the
/// version grows with every change that gives an existing payload another stone, so that kept
/// payloads are mapped again; a value that is not in the vocabulary is reported, never guessed.
@NullMarked
package dev.pawl.diamonds.mapping;

import org.jspecify.annotations.NullMarked;
