import { createHash } from 'node:crypto';
import { builtBytes } from '../../built-file.js';
import { once } from '../../domain/values/once.js';

const STYLE = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const FILES = {
  style: { built: 'buyer-pages.css', type: STYLE },
  /** Style of the pages for people who sign in, in addition to `style`. */
  desk: { built: 'desk-pages.css', type: STYLE },
  script: { built: 'buyer-pages.js', type: SCRIPT },
  /** The script for payment handlers with a client of the kind `stripe`. */
  stripe: { built: 'buyer-pages-stripe.js', type: SCRIPT },
  /** The script of forms with passkeys. */
  passkeys: { built: 'passkeys.js', type: SCRIPT },
} as const;
type Kind = keyof typeof FILES;

/** Encodings in which files are served, in order of preference. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A file that pages load. Its name contains its hash, so it can be cached forever. */
export interface PageFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly encoded: Readonly<Record<Encoding, Buffer>>;
  readonly type: string;
}

/** Style and scripts of the buyer's pages, from the build (build/views.mjs). */
export const pageFiles = once(
  (): Readonly<Record<Kind, PageFile>> => ({
    style: fileOf('style'),
    desk: fileOf('desk'),
    script: fileOf('script'),
    stripe: fileOf('stripe'),
    passkeys: fileOf('passkeys'),
  }),
);

function fileOf(kind: Kind): PageFile {
  const { built, type } = FILES[kind];
  const bytes = builtBytes(built);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const encoded = { br: builtBytes(`${built}.br`), gzip: builtBytes(`${built}.gz`) };
  return { name: built.replace('.', `-${hash}.`), bytes, encoded, type };
}
