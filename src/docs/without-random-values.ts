import type { Example } from '../http/examples.js';

/** Patterns of random values in responses, with their replacements. */
const STAND_INS: readonly (readonly [random: RegExp, standIn: string])[] = [
  [/^(dk|ok)_[0-9A-Za-z]{36}$/, '$1_000000000000000000000000000000000000'],
  [/^(dk|ok)_…[0-9A-Za-z]{4}$/, '$1_…0000'],
  // Id that a cart had before it was stored.
  [/chk_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}/g, 'chk_00000000-0000-7000-a000-000000000000'],
  // Context hash, which depends on the cart's id.
  [/^sha256:[0-9a-f]{64}$/, `sha256:${'0'.repeat(64)}`],
  [/^lc_[0-9A-Za-z]{24}$/, 'lc_000000000000000000000000'],
  // Id of a person, which depends on a secret of the database.
  [/^prs_[0-9a-f]{32}$/, `prs_${'0'.repeat(32)}`],
  // COSE receipt, and hashes of a tlog-proof and a checkpoint.
  [/^0oRY[A-Za-z0-9+/]{100,}=*$/, '0oRYAAAA'],
  [/(?<=\n)[A-Za-z0-9+/]{43}=(?=\n)/g, `${'A'.repeat(43)}=`],
  // MAC of a link, the log's public key, and the log's signature under a checkpoint.
  [/(\/(?:checkout|orders)\/[^\s"<]+\.)[\w-]{22}(?![\w-])/g, `$1${'A'.repeat(22)}`],
  [/\+[0-9a-f]{8}\+[A-Za-z0-9+/]{43,}=*$/, `+00000000+${'A'.repeat(44)}`],
  [/(— \S+ )[A-Za-z0-9+/]{60,}=*/, `$1${'A'.repeat(91)}=`],
  // Order statement: payload, headers, signatures, and coordinates and ids of keys.
  [/^eyJjb250ZXh0[\w-]{100,}$/, 'eyJjb250ZXh0Ijp7fX0'],
  [/^eyJhbGciOiJ[\w-]{60,}$/, 'eyJhbGciOiIiLCJraWQiOiIifQ'],
  [/^[\w-]{86}$/, 'A'.repeat(86)],
  [/^[\w-]{43}$/, 'A'.repeat(43)],
  // Log hashes: some leaves contain hashes with a random salt.
  [/^[A-Za-z0-9+/]{43}=$/, `${'A'.repeat(43)}=`],
];

/** Replaces random values, so that repeated recordings produce the same text. */
export function withoutRandomValues({ args, answer }: Example): Example {
  return {
    args: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, replaceRandomValue(value)])),
    answer: replaceRandomValue(answer),
  };
}

function replaceRandomValue(value: unknown): unknown {
  if (typeof value === 'string')
    return STAND_INS.reduce((text, [random, standIn]) => text.replace(random, standIn), value);
  if (Array.isArray(value)) return value.map(replaceRandomValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceRandomValue(inner)]));
}
