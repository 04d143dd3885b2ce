import { PortalError } from '../domain/errors/portal-error.js';
import { isKept } from './number-text.js';
import { pathText } from './path-text.js';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|-?\d[\d.eE+-]*/g;
const WHOLE = /^-?\d+$/;

/**
 * Rejects whole numbers that a double cannot hold: a signer with big integers signs other bytes than the portal would
 * verify (docs/receipts-format.md, Numbers). Only the text shows them; it must already be strict JSON.
 * @throws PortalError `invalid_receipt`, or `invalid_request` outside the receipt, naming the path
 */
export function assertExactNumbers(text: string): void {
  // Every whole number below sixteen digits is exact.
  if (!/\d{16}/.test(text)) return;
  const path = pathOfNumber(text, (token) => WHOLE.test(token) && !isExact(token));
  if (path) throw inexact(path);
}

/**
 * Error for a JSON text with a number that a double does not hold as it was written. It would be read as another one:
 * 2.0000000000000000001 as 2. `around`: path of the text in a larger one.
 */
export function changedNumber(text: string, what: string, around: readonly (string | number)[] = []): PortalError {
  const path = [...around, ...(pathOfNumber(text, (token) => !isKept(token)) ?? [])];
  const place = path.length === 0 ? what : pathText(path);
  return new PortalError(
    'invalid_request',
    `${place}: must be a number that a double can hold, with at most 15 significant digits`,
  );
}

/** Path of the first number that `isWanted` accepts, in a text that is strict JSON. */
function pathOfNumber(text: string, isWanted: (token: string) => boolean): (string | number)[] | undefined {
  const path: (string | number)[] = [];
  let lastString = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const place = path.at(-1);
    if (token === '{') path.push('');
    else if (token === '[') path.push(0);
    else if (token === '}' || token === ']') path.pop();
    else if (token === ',' && typeof place === 'number') path[path.length - 1] = place + 1;
    else if (token === ':') path[path.length - 1] = String(JSON.parse(lastString));
    else if (token.startsWith('"')) lastString = token;
    else if (isWanted(token)) return path;
  }
  return undefined;
}

function isExact(token: string): boolean {
  const value = Number(token);
  return Number.isFinite(value) && BigInt(token) === BigInt(value);
}

function inexact(path: readonly (string | number)[]): PortalError {
  // In a batch the receipts are entries of a list.
  const member = path[0] === 'receipts' ? path[2] : path[0];
  const code = member === 'receipt' ? 'invalid_receipt' : 'invalid_request';
  return new PortalError(
    code,
    `${pathText(path)}: must be a whole number that a double can hold; send larger ones as text`,
  );
}
