import { createHash } from 'node:crypto';
import { z } from 'zod';

export const MANIFEST = 'manifest.json';
/** Format version of a set. */
const FORM = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const savedFile = z.object({
  /** Relative to the folder of the set, with slashes. */
  path: z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[^\\\0]+$/),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  sha256,
});
export type SavedFile = z.infer<typeof savedFile>;

const manifest = z.object({
  form: z.literal(FORM),
  /** ISO 8601. The set contains everything acknowledged before this time. */
  began_at: z.string(),
  /** Version of the program. */
  version: z.string(),
  /** Version of the database schema. */
  schema: z.number().int(),
  files: z.array(savedFile),
});
export type Manifest = z.infer<typeof manifest>;

/** Serializes a manifest. Its last member is a hash of the others, so that any change to the manifest is detected. */
export function manifestText(content: Omit<Manifest, 'form'>): string {
  const whole = { form: FORM, ...content };
  return `${JSON.stringify({ ...whole, manifest_sha256: hashOf(whole) }, null, 1)}\n`;
}

/** `undefined` if the text was altered or is not a manifest. */
export function readManifest(text: string): Manifest | undefined {
  const found = manifest.safeParse(parsed(text));
  // The whole text is compared, so that a change to any part of it is detected.
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
