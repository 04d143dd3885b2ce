/** Page to which a browser is sent after a sign-in, unless the form names another one. */
export const DESK = 'desk';

/** Pages below the root of the portal that need a sign-in. No other path is ever a target, so there is no open redirect. */
const ALLOWED = /^desk(\/[\w-]{1,128})*(\?[\w=&%.-]{0,500})?$/;

/** Returns the path if the browser may be sent there, otherwise the desk. The path begins without a slash. */
export function readReturnPath(path: string | null | undefined): string {
  return path && ALLOWED.test(path) ? path : DESK;
}
