/** Seconds after which callers that were rejected due to load may retry. */
export const RETRY_AFTER = 1;
