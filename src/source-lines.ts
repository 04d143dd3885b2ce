import { existsSync, readFileSync } from 'node:fs';

/** URL of this module's folder. In the built program, its files and their source maps are in it. */
const FOLDER = new URL('.', import.meta.url).href;

/** Position in a stack frame, after the folder: the file, and `:line:column`, both counted from 1. */
const PLACE = /^([\w.~-]+\.js):(\d+):(\d+)/;

/** The part of a source map that is used (ECMA-426). */
interface MapText {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** Source positions, keyed by file and position, so that a repeated fault reads nothing. */
const known = new Map<string, string>();

/**
 * Replaces positions in the built program with those in its sources. A file without a source map keeps its positions.
 * Maps are read at the first fault, since most processes have none; Node's built-in support would slow down every start.
 */
export function withSourceLines(stack: string): string {
  const [start = '', ...frames] = stack.split(FOLDER);
  const places = frames.map((text) => PLACE.exec(text)?.[0] ?? '');
  const files = new Set(places.flatMap((place) => (known.has(place) ? [] : (PLACE.exec(place)?.[1] ?? []))));
  for (const file of files) learn(file, places);
  return start + frames.map((text, at) => inSource(places[at] ?? '', text)).join('');
}

/** Replaces the file name and position of a frame if its source is known. `text` is what follows the folder. */
function inSource(place: string, text: string): string {
  const source = known.get(place);
  return source === undefined ? `${FOLDER}${text}` : source + text.slice(place.length);
}

/** Finds the sources of the positions in one file of the program. */
function learn(file: string, places: readonly string[]): void {
  const map = new URL(`${file}.map`, FOLDER);
  if (!existsSync(map)) return;
  const { sources, mappings }: MapText = JSON.parse(readFileSync(map, 'utf8'));
  const wanted = [...new Set(places)].flatMap((place) => {
    const [, name, line, column] = PLACE.exec(place) ?? [];
    return name === file ? [{ place, line: Number(line) - 1, column: Number(column) - 1 }] : [];
  });
  for (const [{ place }, { source, line, column }] of findOriginals(mappings, wanted))
    known.set(place, `${new URL(sources[source] ?? '', map).href}:${line + 1}:${column + 1}`);
}

/** A position in a text; both numbers count from 0. */
interface Place {
  readonly line: number;
  readonly column: number;
}

interface Original extends Place {
  readonly source: number;
}

/**
 * Finds the source positions of program positions in one pass over the mappings, without building an index: Node's
 * index of a source map blocks the event loop for a quarter of a second.
 */
export function findOriginals<P extends Place>(mappings: string, places: readonly P[]): Map<P, Original> {
  const wanted = places.toSorted((a, b) => a.line - b.line || a.column - b.column);
  const found = new Map<P, Original>();
  const segments = new Segments(mappings);
  let last: { readonly of: number; readonly original: Original | undefined } | undefined;
  let next = 0;
  while (next < wanted.length) {
    const hasMore = segments.read();
    // A position belongs to the last segment of its line that does not begin after it.
    for (let one = wanted[next]; one && !(hasMore && segments.isUpTo(one)); one = wanted[next]) {
      if (last?.original && last.of === one.line) found.set(one, last.original);
      next += 1;
    }
    if (!hasMore) break;
    if (wanted[next]?.line === segments.line) last = { of: segments.line, original: segments.original };
  }
  return found;
}

const COMMA = 0x2c;
const SEMICOLON = 0x3b;
/** Bit of a Base64 digit which means that another digit follows, and the mask of the other bits. */
const CONTINUES = 0b100000;
const BITS = 0b011111;
/** Minimum count of numbers in a segment that has a source. */
const WITH_SOURCE = 4;
/** Values of the Base64 digits, indexed by code unit. */
const DIGITS = new Uint8Array(128);
for (const [value, digit] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  DIGITS[digit.charCodeAt(0)] = value;

/** Reads the segments of mappings in order. Each number is a difference from the previous number of the same kind. */
class Segments {
  line = 0;
  private column = 0;
  private source = 0;
  private sourceLine = 0;
  private sourceColumn = 0;
  private hasSource = false;
  private at = 0;
  private readonly mappings: string;

  constructor(mappings: string) {
    this.mappings = mappings;
  }

  get original(): Original | undefined {
    const { source, sourceLine: line, sourceColumn: column } = this;
    return this.hasSource ? { source, line, column } : undefined;
  }

  /** True if this segment begins at or before a position. */
  isUpTo({ line, column }: Place): boolean {
    return this.line < line || (this.line === line && this.column <= column);
  }

  /** Reads the next segment; returns false at the end. */
  read(): boolean {
    for (let char = this.char; char === COMMA || char === SEMICOLON; char = this.char) {
      this.at += 1;
      if (char === COMMA) continue;
      this.line += 1;
      this.column = 0;
    }
    let count = 0;
    while (this.at < this.mappings.length && this.char !== COMMA && this.char !== SEMICOLON) {
      this.move(count, this.number());
      count += 1;
    }
    this.hasSource = count >= WITH_SOURCE;
    return count > 0;
  }

  private get char(): number {
    return this.mappings.charCodeAt(this.at);
  }

  private move(member: number, by: number): void {
    if (member === 0) this.column += by;
    else if (member === 1) this.source += by;
    else if (member === 2) this.sourceLine += by;
    else if (member === 3) this.sourceColumn += by;
  }

  /** Reads a variable-length number, whose lowest bit is its sign. */
  private number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 5) {
      const digit = DIGITS[this.char] ?? 0;
      this.at += 1;
      value += (digit & BITS) << shift;
      if ((digit & CONTINUES) === 0) return value & 1 ? -(value >> 1) : value >> 1;
    }
  }
}
