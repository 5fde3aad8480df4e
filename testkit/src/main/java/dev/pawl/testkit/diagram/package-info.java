/// State diagrams in documents, compared with the code.
///
/// Start at [Diagrams]: it finds the Mermaid state diagrams of a Markdown document, parses each
/// into a [Diagram], and fails with a report if one differs from a machine or a lifecycle table.
/// What a document does not draw may be declared as a [DiagramAddition].
@NullMarked
package dev.pawl.testkit.diagram;

import org.jspecify.annotations.NullMarked;
