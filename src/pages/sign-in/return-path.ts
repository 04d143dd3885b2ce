/** Page to which a browser is sent after a sign-in, unless the form names another one. */
export const DESK = 'desk';

/**
 * Pages below the root of the portal to which a sign-in may lead. No other path is ever a target, so there is no open
 * redirect.
 */
const ALLOWED = [
  /^desk(\/[\w-]{1,128})*(\?[\w=&%.-]{0,500})?$/,
  /^account\/[\w-]{1,128}(\?[\w=&%.-]{0,500})?$/,
  /^passkeys(\?shop=[\w-]{1,128})?$/,
  // The query is that of an assistant, whose redirect URI the authorization server checks.
  /^oauth\/authorize\?[\w=&%.~+:/?@!$'()*,;[\]-]{1,3000}$/,
];

/**
 * Returns the path if the browser may be sent there, otherwise the desk, or the account in a shop. The path begins
 * without a slash.
 */
export function readReturnPath(path: string | null | undefined, shopId?: string): string {
  if (path && ALLOWED.some((pattern) => pattern.test(path))) return path;
  return shopId === undefined ? DESK : accountPath(shopId);
}

/** Returns the path of the page with a person's passkeys, without a slash at its beginning. */
export function passkeysPath(shopId: string | undefined): string {
  return shopId === undefined ? 'passkeys' : `passkeys?shop=${shopId}`;
}

/** Returns the path of a person's page in a shop, without a slash at its beginning. */
export function accountPath(shopId: string): string {
  return `account/${shopId}`;
}

interface SignInTarget {
  /** Shop in whose account the person signs in; `undefined` at the desk. */
  readonly shopId?: string | undefined;
  readonly returnTo?: string;
  /** True if a person who is signed in confirms that it is them. */
  readonly isConfirming?: boolean;
  /** True after a passkey that was not valid. */
  readonly hasFailed?: boolean;
}

/** Returns the path of the sign-in, without a slash at its beginning. */
export function signInPath({ shopId, returnTo, isConfirming, hasFailed }: SignInTarget): string {
  const query = new URLSearchParams({
    ...(shopId !== undefined && { shop: shopId }),
    ...(isConfirming && { confirm: '1' }),
    ...(hasFailed && { failed: '1' }),
    ...(returnTo !== undefined && { return: returnTo }),
  });
  return query.size === 0 ? 'sign-in' : `sign-in?${query}`;
}
