import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  endOfString,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
} from '../attestation/json-characters.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { changedNumber } from './exact-numbers.js';
import { parseStrictText, readStrictText, type Strictness, toCallerError } from './strict-json.js';

/** Lets other work run between the slices of a long task. */
export interface Slicing {
  /** True if the current slice has used up its time. */
  readonly isOver: boolean;
  /** Resolves when the next slice can start. */
  next(): Promise<void>;
}

/**
 * Maximum characters of a list entry, and of the text without list entries and long texts. Each of these is parsed
 * without interruption.
 */
const MAX_PART = 256 * 1024;
/** Depth of the lists whose entries are parsed individually. */
const LIST_DEPTH = 2;
/** Depth of the members whose long texts are parsed individually, and the minimum characters of a long text. */
const MEMBER_DEPTH = 1;
const LONG_TEXT = 64 * 1024;
/** Number of characters read between two checks of the time. */
const LOOK_EVERY = 64 * 1024;

/**
 * Parses a large JSON object in slices, as strictly as `parseStrictJson`: list entries and long texts individually,
 * then the text without them. A single JSON.parse would block the event loop until it has read the entire text.
 * @throws PortalError as `parseStrictJson`; `payload_too_large` for a part too large to be parsed without interruption
 */
export async function parseJsonInSlices(bytes: Buffer, slices: Slicing, strictness: Strictness = {}): Promise<unknown> {
  try {
    const { anyNumber = false, what = 'The body' } = strictness;
    const found = await new Splitter(readStrictText(bytes), slices).split();
    const { value, hasChangedNumber } = parseStrictText(found.outline);
    if (anyNumber) return withEntries(value, found.entries);
    if (hasChangedNumber) throw changedNumber(found.outline, what);
    const { changed } = found;
    if (changed) throw changedNumber(changed.text, what, pathOf(value, changed.place));
    return withEntries(value, found.entries);
  } catch (error) {
    throw toCallerError(error, strictness);
  }
}

interface Split {
  /**
   * The text with placeholders: each list entry is replaced by its index in `entries`, and each long text by a list
   * that contains its index as a string.
   */
  readonly outline: string;
  readonly entries: readonly unknown[];
  /** The first list entry with a number that a double would change, and its index in `entries`. */
  readonly changed: { readonly place: number; readonly text: string } | undefined;
}

/**
 * Removes list entries and long texts from a text. If the text is malformed, then an entry, a long text or the outline
 * is malformed too, so no error is missed.
 */
class Splitter {
  private readonly text: string;
  private readonly slices: Slicing;
  private readonly entries: unknown[] = [];
  private changed: Split['changed'];
  private outline = '';
  /** End of the text that the outline already contains, as a copy or as a placeholder. */
  private copied = 0;
  /** Start of the current list entry. */
  private start = 0;

  constructor(text: string, slices: Slicing) {
    this.text = text;
    this.slices = slices;
  }

  async split(): Promise<Split> {
    const { text, slices } = this;
    let depth = 0;
    let isList = false;
    let look = LOOK_EVERY;
    for (let at = 0; at < text.length; at += 1) {
      const char = text.charCodeAt(at);
      if (char === QUOTE) {
        const end = endOfString(text, at);
        if (depth === MEMBER_DEPTH && end - at > LONG_TEXT && !isName(text, end)) await this.takeText(at, end + 1);
        at = end;
      } else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
        depth += 1;
        if (depth === LIST_DEPTH) [isList, this.start] = [char === OPEN_BRACKET, at + 1];
      } else if (char === COMMA || char === CLOSE_BRACE || char === CLOSE_BRACKET) {
        const isEnd = depth === LIST_DEPTH && isList;
        if (isEnd) this.take(at);
        if (char !== COMMA) depth -= 1;
        if (isEnd && slices.isOver) await slices.next();
      }
      if (at < look) continue;
      look = at + LOOK_EVERY;
      if (slices.isOver) await slices.next();
    }
    this.copy(text.length);
    return { outline: this.outline, entries: this.entries, changed: this.changed };
  }

  /** Parses a long text as a separate slice. */
  private async takeText(start: number, end: number): Promise<void> {
    if (this.slices.isOver) await this.slices.next();
    const { value } = parseStrictText(this.text.slice(start, end), MEMBER_DEPTH);
    this.copy(start);
    this.outline += `["${this.entries.length}"]`;
    this.copied = end;
    this.entries.push(value);
  }

  /**
   * Parses the list entry that ends before this index. A blank entry stays in the outline, where it is valid only in an
   * empty list.
   */
  private take(end: number): void {
    if (end - this.start > MAX_PART) throw tooLarge('an entry of a list');
    const entry = this.text.slice(this.start, end);
    if (entry.trim() !== '') {
      const { value, hasChangedNumber } = parseStrictText(entry, LIST_DEPTH);
      const place = this.entries.length;
      if (hasChangedNumber) this.changed ??= { place, text: entry };
      this.copy(this.start);
      this.outline += place;
      this.copied = end;
      this.entries.push(value);
    }
    this.start = end + 1;
  }

  private copy(end: number): void {
    this.outline += this.text.slice(this.copied, end);
    this.copied = end;
    if (this.outline.length > MAX_PART) throw tooLarge('what is in no list');
  }
}

/** True if the string that ends at this index is a member name. */
function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= SPACE) at += 1;
  return text.charCodeAt(at) === COLON;
}

function tooLarge(part: string): PortalError {
  return new PortalError('payload_too_large', `The body is too large: ${part} must not be larger than 256 KiB.`);
}

function withEntries(outline: unknown, entries: readonly unknown[]): unknown {
  if (typeof outline !== 'object' || outline === null || Array.isArray(outline)) return outline;
  return Object.fromEntries(
    Object.entries(outline).map(([name, value]) => [name, Array.isArray(value) ? taken(value, entries) : value]),
  );
}

function taken(places: readonly unknown[], entries: readonly unknown[]): unknown {
  const [first] = places;
  return typeof first === 'string' ? entries[Number(first)] : places.map((place) => entries[Number(place)]);
}

function pathOf(outline: unknown, place: number): readonly (string | number)[] {
  const members = typeof outline === 'object' && outline !== null ? Object.entries(outline) : [];
  for (const [name, value] of members) {
    const index = Array.isArray(value) ? value.indexOf(place) : -1;
    if (index >= 0) return [name, index];
  }
  return [];
}
