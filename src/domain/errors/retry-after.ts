/** Seconds after which a caller who was refused because of load may try again. */
export const RETRY_AFTER = 1;
