/// Saved images: tars whose members are layers and the documents that describe them.
///
/// Start at [DockerImage] and [OciImage]: each returns the layers of the chosen image, lowest
/// first. [ImageMembers] locates the members of the tar, and [ImageDocuments] parses the JSON among
/// them.
///
/// What must stay true: a document or layer that is named by its digest has that digest, and every
/// document is bounded in size.
@NullMarked
package dev.pawl.images.archive.image;

import org.jspecify.annotations.NullMarked;
