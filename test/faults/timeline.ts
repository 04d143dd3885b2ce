import type { Call } from './linearize.js';

/** A call with its sender and receivers. */
export interface RecordedCall<Input, Output> extends Call<Input, Output> {
  /** `undefined` for what a portal did by itself. */
  readonly client: number | undefined;
  /** Indexes of the portals that got the call or its repeats. */
  readonly portals: readonly number[];
}

/** Width of the bars, in characters. */
const WIDTH = 40;
const NS_PER_MS = 1e6;

/**
 * Draws calls as bars, one per line, in the order in which they were sent. `order`: indexes of calls in the longest
 * order in which they can have taken effect; the others have the place `-`.
 */
export function timelineOf(calls: readonly RecordedCall<unknown, unknown>[], order: readonly number[]): string {
  const sorted = calls
    .map((call, index) => ({ ...call, index }))
    .sort((one, other) => (one.sent < other.sent ? -1 : 1));
  const begin = sorted[0]?.sent ?? 0n;
  const msOf = (time: bigint) => Number(time - begin) / NS_PER_MS;
  const end = Math.max(...sorted.map(({ sent, answered }) => msOf(answered ?? sent)), 1);
  const lines = sorted.map(({ index, client, portals, sent, answered, input, output }) => {
    const place = order.includes(index) ? String(order.indexOf(index) + 1) : '-';
    const [from, to] = [msOf(sent), answered === undefined ? undefined : msOf(answered)];
    const times = `${from.toFixed(1).padStart(8)} ${(to?.toFixed(1) ?? '?').padStart(8)}`;
    const sender = `client ${client}, portal ${portals.map((portal) => portal + 1).join(' and ')}`;
    const by = client === undefined ? 'a portal itself' : sender;
    const result = output === undefined ? 'unknown' : JSON.stringify(output);
    return `${place.padStart(4)} ${times} ${barOf(from / end, (to ?? end) / end)} ${by}: ${JSON.stringify(input)} -> ${result}`;
  });
  const head = `place in the longest possible order (${order.length} of ${calls.length} calls), ms when sent and answered`;
  return [head, ...lines].join('\n');
}

/** Draws a bar between two shares of the width. */
function barOf(from: number, to: number): string {
  const begin = Math.min(Math.floor(from * WIDTH), WIDTH - 1);
  const length = Math.max(Math.ceil(to * WIDTH) - begin, 1);
  return `|${' '.repeat(begin)}${'='.repeat(length)}${' '.repeat(WIDTH - begin - length)}|`;
}
