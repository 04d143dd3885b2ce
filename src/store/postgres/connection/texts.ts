import type { Scalar, Value } from '../../sql/values.js';

/** The only character that PostgreSQL cannot store. */
const NUL = '\u0000';

/** True if a column can hold the text; a search for any other text finds nothing. */
export function isStorable(text: string): boolean {
  return !text.includes(NUL);
}

/** Formats an array for the server. */
export function toArrayText(values: readonly Scalar[]): string {
  return `{${values.map(toElement).join()}}`;
}

/** Formats a parameter for the driver. */
export function toParameter(value: Value): string | Buffer | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return value instanceof Uint8Array ? toBuffer(value) : toArrayText(value);
}

function toElement(value: Scalar): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`;
  return `"\\\\x${toBuffer(value).toString('hex')}"`;
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
