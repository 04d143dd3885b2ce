import { createHash } from 'node:crypto';
import { builtAsset } from '../../built-file.js';
import { once } from '../../domain/values/once.js';

const FILES = { style: 'buyer-pages.css', script: 'buyer-pages.js' } as const;
const TYPES = { style: 'text/css; charset=utf-8', script: 'text/javascript; charset=utf-8' } as const;
type Kind = keyof typeof FILES;

/** A file loaded by pages. Its name contains its hash, so it can be cached forever. */
export interface PageFile {
  readonly name: string;
  readonly text: string;
  readonly type: string;
}

/** Style and script of the buyer's pages, from the build (build/views.mjs). */
export const pageFiles = once(
  (): Readonly<Record<Kind, PageFile>> => ({ style: fileOf('style'), script: fileOf('script') }),
);

function fileOf(kind: Kind): PageFile {
  const built = FILES[kind];
  const text = builtAsset(built);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { name: built.replace('.', `-${hash}.`), text, type: TYPES[kind] };
}
