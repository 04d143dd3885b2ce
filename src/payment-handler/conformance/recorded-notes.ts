import type { PaymentNotes } from '../../ports/payment.js';

/** Maximum lengths of a note's key and of its text, in characters. */
const MAX_KEY = 200;
const MAX_TEXT = 4_000;

/** Notes in memory, with the limits of the portal's. They record each text and each wrong use. */
export class RecordedNotes implements PaymentNotes {
  /** Every key and text that was stored, also if it was replaced. */
  readonly texts: string[] = [];
  readonly problems: string[] = [];
  private readonly notes = new Map<string, string>();

  async find(key: string): Promise<string | undefined> {
    this.assertUsable(key, '');
    return this.notes.get(key);
  }

  async keepFirst(key: string, text: string): Promise<string> {
    this.assertUsable(key, text);
    const stored = this.notes.get(key) ?? text;
    this.store(key, stored);
    return stored;
  }

  async keepLast(key: string, text: string): Promise<void> {
    this.assertUsable(key, text);
    this.store(key, text);
  }

  private store(key: string, text: string): void {
    this.texts.push(key, text);
    this.notes.set(key, text);
  }

  /** @throws Error as the portal does */
  private assertUsable(key: unknown, text: unknown): void {
    const problem = problemOf('key', key, MAX_KEY) ?? problemOf('text', text, MAX_TEXT);
    if (problem === undefined) return;
    this.problems.push(problem);
    throw new Error(problem);
  }
}

function problemOf(what: string, value: unknown, most: number): string | undefined {
  if (typeof value !== 'string') return `the ${what} of a note must be a text`;
  return value.length > most ? `the ${what} of a note must have at most ${most} characters` : undefined;
}
