/** An authorization at Harbor Pay. Amounts are in minor units, times in seconds. */
export interface Authorization {
  readonly id: string;
  readonly state: 'action' | 'authorized' | 'closed' | 'refused';
  readonly action_url?: string;
  readonly expires: number;
  readonly captured: number;
  readonly refunded: number;
}

/** Outcome of a capture or refund. */
export interface Move {
  readonly state: 'done' | 'refused';
}

/** Harbor Pay over HTTP. Every write is a PUT with our own id, so repeats have no further effect. */
export class HarborClient {
  private readonly url: string;
  private readonly secretKey: string;

  constructor(url: string, secretKey: string) {
    this.url = url;
    this.secretKey = secretKey;
  }

  /** `undefined` if Harbor does not know the id. @throws Error if the outcome is unknown, without the key */
  find(id: string): Promise<Authorization | undefined> {
    return this.send('GET', `/authorizations/${id}`);
  }

  authorize(id: string, terms: Readonly<Record<string, unknown>>): Promise<Authorization | undefined> {
    return this.send('PUT', `/authorizations/${id}`, terms);
  }

  /** Releases what is not captured. Without an authorization, the id can never be used. */
  async close(id: string): Promise<void> {
    await this.send('PUT', `/authorizations/${id}/close`, {});
  }

  move(kind: 'captures' | 'refunds', id: string, terms: Readonly<Record<string, unknown>>): Promise<Move | undefined> {
    return this.send('PUT', `/${kind}/${id}`, terms);
  }

  /** The account's name and mode. */
  account(): Promise<{ readonly name: string; readonly live: boolean } | undefined> {
    return this.send('GET', '/account');
  }

  private async send<T>(method: 'GET' | 'PUT', path: string, body?: object): Promise<T | undefined> {
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: { authorization: `Bearer ${this.secretKey}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(60_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`Harbor Pay answered ${response.status}`);
    return JSON.parse(await response.text());
  }
}
