import { AttestationError } from './attestation-error.js';
import { fromBase64, toBase64 } from './bytes.js';
import { LOG_ENTRIES, type LogChangeEntry } from './log-entry.js';
import { type NoteSigner, openNote, readVkey, signNoteBy } from './note.js';
import { readTreeSize } from './tree-size.js';

/** Statement that a log continues under another name or key (docs/receipts-format.md, Epochs). */
export interface LogClosing {
  /** Verifier keys before and after the change. */
  readonly closed: string;
  readonly opened: string;
  /** Largest tree signed under the closed name; size 0 if none. */
  readonly signed: { readonly size: number; readonly root: Uint8Array };
  /** Tree from which the log continues. */
  readonly found: { readonly size: number; readonly root: Uint8Array };
  readonly reason: LogChangeEntry['type'];
  /** ISO 8601 in UTC with milliseconds. */
  readonly at: string;
}

const TITLE = 'portal log closed';

/** Writes the statement as a note signed under the opened name, and under the closed one unless its key is lost. */
export function signClosing(closing: LogClosing, signers: readonly NoteSigner[]): string {
  return signNoteBy(textOf(closing), signers);
}

/**
 * Reads a statement. It must be signed under both names, or only under the opened one if the closed key is lost.
 * @throws AttestationError `invalid_note`
 */
export function openClosing(note: string): LogClosing {
  const closing = readClosing(note);
  const names = closing.reason === 'log_key_lost' ? [closing.opened] : [closing.opened, closing.closed];
  for (const vkey of names) openNote(note, readVkey(vkey));
  return closing;
}

function textOf({ closed, opened, signed, found, reason, at }: LogClosing): string {
  const trees = [signed, found].map(({ size, root }) => `${size}\n${toBase64(root)}`);
  return `${TITLE}\n${closed}\n${trees[0]}\n${opened}\n${trees[1]}\n${reason}\n${at}\n`;
}

function readClosing(note: string): LogClosing {
  const [title, closed = '', signedSize, signedRoot, opened = '', foundSize, foundRoot, word, at = ''] =
    note.split('\n');
  const [signed, found] = [treeOf(signedSize, signedRoot), treeOf(foundSize, foundRoot)];
  const reason = LOG_ENTRIES.find((type) => type === word);
  if (title === TITLE && signed && found && reason) return { closed, opened, signed, found, reason, at };
  throw new AttestationError('invalid_note', 'the note is not a statement that a log was closed');
}

function treeOf(text = '', base64 = '') {
  const [size, root] = [readTreeSize(text), fromBase64(base64)];
  return size !== undefined && root?.length === 32 ? { size, root } : undefined;
}
