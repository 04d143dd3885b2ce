import type { Request } from 'express';

/** Returns the value of a cookie as sent; `undefined` if there is none. Anybody can send any value. */
export function readCookie({ headers }: Pick<Request, 'headers'>, name: string): string | undefined {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}
