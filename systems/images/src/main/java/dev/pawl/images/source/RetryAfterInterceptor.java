package dev.pawl.images.source;

import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpResponse;

/// Keeps the header `Retry-After` from the AWS SDK, which breaks at a negative number, and gives it
/// to [S3Errors] under another name.
final class RetryAfterInterceptor implements ExecutionInterceptor {
    static final String KEPT = "x-pawl-retry-after";

    private static final String HEADER = "Retry-After";

    @Override
    public SdkHttpResponse modifyHttpResponse(
            Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
        SdkHttpResponse response = context.httpResponse();
        return response.firstMatchingHeader(HEADER)
                .<SdkHttpResponse>map(value ->
                        response.toBuilder().removeHeader(HEADER).putHeader(KEPT, value).build())
                .orElse(response);
    }
}
