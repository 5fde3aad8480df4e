/// Container images, from an object in a bucket to an activated snapshot.
@NullMarked
package dev.pawl.images;

import org.jspecify.annotations.NullMarked;
