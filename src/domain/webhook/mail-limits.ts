/** Maximum notices about one order to one address. */
export const MAX_MAILS_ABOUT_ORDER = 50;
/** Maximum mails to one address of an organization in `MAIL_WINDOW_MS`, so that agents cannot flood a stranger. */
export const MAX_MAILS_TO_ADDRESS = 100;
export const MAIL_WINDOW_MS = 24 * 60 * 60 * 1000;
