/** Parts per million of one percent. */
const PERCENT = 10_000;

/** Formats parts per million as a percentage without its sign: 125000 is `12.5`. */
export function formatPercentage(ppm: number): string {
  return String(ppm / PERCENT);
}

/**
 * Parses a percentage such as `12.5` or `12,5 %` exactly.
 * @returns parts per million; `undefined` if it cannot be read exactly
 */
export function parsePercentage(text: string): number | undefined {
  const [, whole = '', part = ''] = /^(\d{1,3})(?:[.,](\d{1,4}))?\s*%?$/.exec(text.trim()) ?? [];
  return whole === '' ? undefined : Number(whole) * PERCENT + Number(part.padEnd(4, '0'));
}
