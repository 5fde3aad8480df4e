/// Objects on a web server, and documents by URL.
///
/// Start at [HttpStorage] for objects and at [DocumentOpener] for documents. Both send requests
/// through [HttpCalls], which follows redirects; what responses mean is in `HttpFacts`,
/// `ContentRange` and [HttpErrors].
///
/// Must stay true: no redirect leads from https to http, and no secret follows one to another host.
/// It is internal to the module.
@NullMarked
package dev.pawl.fetch.http;

import org.jspecify.annotations.NullMarked;
