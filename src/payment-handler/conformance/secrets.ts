import type { Credential } from '../../ports/payment.js';

/** Shorter texts, such as a cvc, also occur by chance. */
const MIN_LENGTH = 6;

/** Texts that must not appear in notes, errors and outcomes. */
export class Secrets {
  private readonly values = new Set<string>();
  private readonly published: string;

  /** `published`: what every client sees, such as a handler's description with its test tokens. */
  constructor(published: unknown) {
    this.published = JSON.stringify(published) ?? '';
  }

  addCredential(credential: Credential | undefined): void {
    for (const value of [credential?.token, credential?.number, credential?.cryptogram]) this.add(value);
  }

  add(value: string | undefined): void {
    if (value === undefined || value.length < MIN_LENGTH || this.published.includes(value)) return;
    this.values.add(value);
  }

  /** True if a text contains one of the secrets. */
  isIn(text: string): boolean {
    return [...this.values].some((value) => text.includes(value));
  }
}

/** Everything of an error that the portal may log: message, stack and causes. */
export function textOfError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : textOfError(error.cause);
  return [error.name, error.message, error.stack ?? '', cause].join('\n');
}
