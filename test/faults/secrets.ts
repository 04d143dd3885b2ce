import { Writable } from 'node:stream';

/** Buyer in these scripts, whose data must not appear in log lines, metrics or traces. */
export const ADA = {
  email: 'ada.of.the.faults@example.com',
  full_name: 'Ada Faultfinder',
  phone_number: '+15035550117',
};
export const HOME = {
  full_name: ADA.full_name,
  street_address: '17 Faultline Terrace',
  address_locality: 'Portland',
  address_region: 'OR',
  postal_code: '97201',
  address_country: 'US',
};
const CARD_TOKEN = 'tok_approve';

/** Patterns that must not match in a portal's log lines, metrics and traces, by name. */
const SECRETS: ReadonlyMap<string, RegExp> = new Map([
  ['an API key', /[do]k_[0-9A-Za-z]{36}/],
  ['an e-mail address', /[\w.+-]+@[\w-]+\.[a-z]{2,}/i],
  ['the token of a link', /(?<![\w-])[\w-]{20,}\.[0-9a-z]+(~[\w-]+)?\.[\w-]{22}(?![\w-])/],
  ['a link code', /lc_[0-9A-Za-z]{24}/],
  ['a private key', /PRIVATE KEY/],
  ['the credential of a payment', new RegExp(CARD_TOKEN)],
  ['the secret of a webhook', /whsec_[\w+/-]{20}/],
  ['the signature of a request or an event', /(=:|v1,)[\w+/-]{40,}=*:?/],
  ['a bearer token', /bearer [\w.~+/-]{8,}/i],
  ['an address', new RegExp([HOME.street_address, ADA.full_name, ADA.phone_number.slice(1)].join('|'), 'i')],
]);

/** Searches texts for secrets while a script runs. */
class Searched {
  /** Number of lines searched. */
  lines = 0;
  /** Findings, each with the secret's name and the line. */
  readonly found: string[] = [];
  private kept: string[] | undefined;

  /** Stores all lines from now on, for `having`. */
  keep(): void {
    this.kept = [];
  }

  /** Returns the stored lines that contain a text. */
  having(text: string): readonly string[] {
    return (this.kept ?? []).filter((line) => line.includes(text));
  }

  search(line: string): void {
    this.lines += 1;
    this.kept?.push(line);
    for (const [what, form] of SECRETS) if (form.test(line)) this.found.push(`${what}: ${line}`);
  }

  /** Returns and resets the number of lines searched and the secrets found. */
  taken(): { readonly lines: number; readonly found: readonly string[] } {
    const taken = { lines: this.lines, found: this.found.splice(0) };
    this.lines = 0;
    this.kept = undefined;
    return taken;
  }
}

/** Searches all log lines, metrics and traces of the current script; `faults.test.ts` reads the findings. */
export const searched = new Searched();

/** Searches a portal's log lines, and counts their bytes. */
export class LogLines extends Writable {
  /** Number of bytes logged. */
  size = 0;
  /** Last log lines, shown to find the cause if the portal has ended. */
  readonly last: string[] = [];
  /** Last log lines with the event `fault`. */
  readonly faults: string[] = [];
  private rest = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.size += chunk.length;
    const lines = (this.rest + chunk.toString()).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) searched.search(line);
    this.last.push(...lines.slice(-40));
    this.last.splice(0, this.last.length - 40);
    this.faults.push(...lines.filter((line) => line.includes('"event":"fault"')));
    this.faults.splice(0, this.faults.length - 40);
    done();
  }

  override _final(done: () => void): void {
    if (this.rest !== '') searched.search(this.rest);
    done();
  }
}
