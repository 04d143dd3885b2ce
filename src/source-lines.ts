import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/** This module; in the built program it is the one file, which has a source map beside it. */
const HERE = import.meta.url;
const MAP = new URL(`${HERE}.map`);

/** Read at the first fault, since most processes have none; Node's own support would slow down every start. */
let map: SourceMap | undefined;

/**
 * Replaces the places in the built program by those in its sources. Without a map the stack is unchanged.
 */
export function withSourceLines(stack: string): string {
  if (!stack.includes(HERE) || !existsSync(MAP)) return stack;
  map ??= readMap();
  const lines = map;
  return stack
    .split(HERE)
    .map((text, index) => (index === 0 ? text : inSource(lines, text)))
    .join('');
}

function readMap(): SourceMap {
  const payload: SourceMapPayload = JSON.parse(readFileSync(MAP, 'utf8'));
  return new SourceMap(payload);
}

/** Rest of a frame after this file's name: `:line:column`, both from 1, and the remainder. */
function inSource(lines: SourceMap, text: string): string {
  const [place = '', line, column] = /^:(\d+):(\d+)/.exec(text) ?? [];
  const found = lines.findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in found)) return `${HERE}${text}`;
  const source = new URL(found.originalSource, MAP).href;
  return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}${text.slice(place.length)}`;
}
