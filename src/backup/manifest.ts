import { createHash } from 'node:crypto';
import { z } from 'zod';

export const MANIFEST = 'manifest.json';
/** The form of a set; another one has other names or members. */
const FORM = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const savedFile = z.object({
  /** Below the folder of the set, with slashes. */
  path: z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[^\\\0]+$/),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  sha256,
});
export type SavedFile = z.infer<typeof savedFile>;

const manifest = z.object({
  form: z.literal(FORM),
  /** ISO 8601: everything that was acknowledged before is in the set. */
  began_at: z.string(),
  /** Of the program. */
  version: z.string(),
  /** Of the database. */
  schema: z.number().int(),
  files: z.array(savedFile),
});
export type Manifest = z.infer<typeof manifest>;

/** The text of a manifest's file. Its last member is the hash of the others, so that a change of the manifest itself is found. */
export function manifestText(content: Omit<Manifest, 'form'>): string {
  const whole = { form: FORM, ...content };
  return `${JSON.stringify({ ...whole, manifest_sha256: hashOf(whole) }, null, 1)}\n`;
}

/** Undefined: the text was altered, or is no manifest. */
export function readManifest(text: string): Manifest | undefined {
  const found = manifest.safeParse(parsed(text));
  // The text must be the one that was written, to the byte: nothing of it is without meaning.
  return found.success && manifestText(found.data) === text ? found.data : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hashOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
