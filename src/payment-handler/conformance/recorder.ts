import { findOutcomeProblems, type OutcomeOf } from './outcome-problems.js';
import { RecordedNotes } from './recorded-notes.js';
import { type Secrets, textOfError } from './secrets.js';

/** Makes the calls of all checks, and records what was wrong with any of them. */
export class Recorder {
  readonly notes = new RecordedNotes();
  /** Calls that did not return in time. */
  readonly hanging = new Set<string>();
  /** Invalid outcomes, a sentence for each. */
  readonly outcomes = new Set<string>();
  private readonly leaks = new Set<string>();
  private readonly secrets: Secrets;
  private readonly timeoutMs: number;

  constructor(secrets: Secrets, timeoutMs: number) {
    this.secrets = secrets;
    this.timeoutMs = timeoutMs;
  }

  /**
   * Makes a call and returns its outcome, even if it is invalid.
   * @throws Error if the call throws or does not return in time. The message contains no secret.
   */
  async call<T>(name: OutcomeOf, run: () => Promise<T>): Promise<T> {
    try {
      const outcome = await this.inTime(name, run);
      for (const problem of findOutcomeProblems(name, outcome)) this.outcomes.add(problem);
      if (this.secrets.isIn(JSON.stringify(outcome) ?? '')) this.leaks.add(`the outcome of ${name}`);
      return outcome;
    } catch (error) {
      if (!this.secrets.isIn(textOfError(error)))
        throw new Error(`${name} threw: ${error instanceof Error ? error.message : String(error)}`);
      this.leaks.add(`an error of ${name}`);
      throw new Error(`${name} threw an error that contains a secret`);
    }
  }

  /** Lists the outcomes, errors, sentences and notes in which a secret appeared. */
  foundLeaks(): string[] {
    const hasNote = this.notes.texts.some((text) => this.secrets.isIn(text));
    return [...this.leaks, ...(hasNote ? ['a note'] : [])];
  }

  /** Looks for secrets in a text that callers see. */
  watch(what: string, text: string | undefined): void {
    if (text !== undefined && this.secrets.isIn(text)) this.leaks.add(what);
  }

  private async inTime<T>(name: string, run: () => Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.hanging.add(name);
        reject(new Error(`it did not return within ${this.timeoutMs} ms`));
      }, this.timeoutMs);
    });
    try {
      return await Promise.race([run(), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
