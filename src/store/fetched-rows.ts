import type { CounterName, Rows, TableName, Tables, Wanted } from '../ports.js';
import { argumentsOf, type FetchedData } from './fetched-data.js';

/**
 * Ends a run that reads rows not fetched yet. A single instance, since creating a stack would cost more than the run.
 */
class Missing extends Error {
  override readonly name = 'Missing';
}
const MISSING = new Missing('a row was read that is not fetched yet');

/** Rows of one run: answers fetched reads, and ends the run at the first other read. */
export class FetchedRows implements Rows {
  private readonly data: FetchedData;
  private readonly wants = new Map<string, Wanted>();
  private ended = false;

  constructor(data: FetchedData) {
    this.data = data;
  }

  /** True after a read of rows not fetched yet, even if the run caught the error and continued. */
  get isIncomplete(): boolean {
    return this.ended;
  }

  /** Reads to fetch before the next run: the missing one, and the expected ones. */
  get wanted(): readonly Wanted[] {
    return [...this.wants.values()];
  }

  expect(...wanted: readonly Wanted[]): void {
    for (const one of wanted) if (!this.data.knows(one)) this.want(one);
  }

  get<T extends TableName>(table: T, key: string): Tables[T] | undefined {
    return this.answer(this.data.rowsOf(table).get(key), ['get', table, key]);
  }

  many<T extends TableName>(table: T, keys: readonly string[]): ReadonlyMap<string, Tables[T]> {
    this.expectAll(['many', table, keys]);
    return present(keys, (key) => this.get(table, key));
  }

  counters(name: CounterName, keys: readonly string[]): ReadonlyMap<string, number> {
    this.expectAll(['counters', name, keys]);
    const { counters } = this.data;
    return present(keys, (key) => this.answer(counters[name].get(key), ['counters', name, [key]]));
  }

  currentCheckout(deploymentId: string, buyerId: string) {
    return this.whole('currentCheckout', ['currentCheckout', deploymentId, buyerId]);
  }

  automaticDiscounts(shopId: string) {
    return this.whole('automaticDiscounts', ['automaticDiscounts', shopId]);
  }

  hasItems(shopId: string) {
    return this.whole('hasItems', ['hasItems', shopId]);
  }

  countShops(organizationId: string) {
    return this.whole('countShops', ['countShops', organizationId]);
  }

  usage(organizationId: string) {
    return this.whole('usage', ['usage', organizationId]);
  }

  variants(shopId: string, productIds: readonly string[]) {
    return this.whole('variants', ['variants', shopId, productIds]);
  }

  signingKeyByFingerprint(organizationId: string, fingerprint: string) {
    return this.whole('signingKeyByFingerprint', ['signingKeyByFingerprint', organizationId, fingerprint]);
  }

  activeSigningKey(organizationId: string, agentId: string | null) {
    return this.whole('activeSigningKey', ['activeSigningKey', organizationId, agentId]);
  }

  receipt(id: string) {
    return this.whole('receipt', ['receipt', id]);
  }

  receiptByHash(organizationId: string, receiptHash: string) {
    return this.whole('receiptByHash', ['receiptByHash', organizationId, receiptHash]);
  }

  receiptOfJob(organizationId: string, agentId: string, jobId: string) {
    return this.whole('receiptOfJob', ['receiptOfJob', organizationId, agentId, jobId]);
  }

  receiptSuperseding(...called: Parameters<Rows['receiptSuperseding']>) {
    return this.whole('receiptSuperseding', ['receiptSuperseding', ...called]);
  }

  orderByContext(organizationId: string, contextHash: string) {
    return this.whole('orderByContext', ['orderByContext', organizationId, contextHash]);
  }

  logHead(organizationId: string) {
    return this.whole('logHead', ['logHead', organizationId]);
  }

  logHashes(...called: Parameters<Rows['logHashes']>) {
    return this.whole('logHashes', ['logHashes', ...called]);
  }

  logLeaves(organizationId: string, from: number, to: number) {
    return this.whole('logLeaves', ['logLeaves', organizationId, from, to]);
  }

  closedLogs(organizationId: string) {
    return this.whole('closedLogs', ['closedLogs', organizationId]);
  }

  private whole<N extends keyof FetchedData['whole']>(name: N, wanted: Wanted) {
    return this.answer(this.data.whole[name].get(argumentsOf(wanted)), wanted);
  }

  /** @throws Missing */
  private answer<R>(known: { readonly answer: R } | undefined, wanted: Wanted): R {
    if (known) return known.answer;
    this.want(wanted);
    this.ended = true;
    throw MISSING;
  }

  private expectAll(wanted: Wanted): void {
    if (!this.data.knows(wanted)) this.want(wanted);
  }

  private want(wanted: Wanted): void {
    this.wants.set(`${wanted[0]} ${argumentsOf(wanted)}`, wanted);
  }
}

/**
 * Runs a function on these rows; `undefined` if it has read rows not fetched yet.
 * @throws any error of the function once all rows that it reads are fetched
 */
export function answerOn<R>(rows: FetchedRows, run: (rows: Rows) => R): { readonly answer: R } | undefined {
  try {
    const answer = run(rows);
    return rows.isIncomplete ? undefined : { answer };
  } catch (error) {
    // On incomplete rows an error may only be a consequence of the missing ones.
    if (rows.isIncomplete) return undefined;
    throw error;
  }
}

function present<R>(keys: readonly string[], read: (key: string) => R | undefined): Map<string, R> {
  const found = new Map<string, R>();
  for (const key of keys) {
    const row = read(key);
    if (row !== undefined) found.set(key, row);
  }
  return found;
}
