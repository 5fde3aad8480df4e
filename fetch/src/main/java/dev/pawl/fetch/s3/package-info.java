/// Objects in a bucket of S3.
///
/// Start at [S3Storage]. `S3Access` finds the credentials, and `S3Errors` names the kind of each
/// failure.
///
/// Must stay true: no secret is in a text. It is internal to the module.
@NullMarked
package dev.pawl.fetch.s3;

import org.jspecify.annotations.NullMarked;
