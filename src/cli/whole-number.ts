import { CommandError } from './output.js';

interface Range {
  readonly min?: number;
  readonly max?: number;
}

/**
 * Parses a whole number, written in digits only. `must` ends the error, such as "must be 1 to 86400 seconds".
 * @throws CommandError for another text, or a number outside the range
 */
export function wholeNumber(
  option: string,
  text: string,
  must: string,
  { min = 0, max = 1e15 - 1 }: Range = {},
): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new CommandError(`${option} ${must}`);
}
