/** Seconds until callers rejected because of load may retry. */
export const RETRY_AFTER = 1;
