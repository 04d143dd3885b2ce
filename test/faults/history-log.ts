import type { Args } from '../actors/registry-caller.js';
import { TileClient } from '../logs/tile-client.js';
import type { Answered } from '../support/portal.js';
import { type Leaf, type LogInput, type LogSeen, logModel } from './history-models.js';
import { HistoryObject } from './history-object.js';
import type { ActionOn } from './history-plan.js';
import type { Send, Sender, Sending } from './history-sender.js';
import type { HistoryShop } from './history-shop.js';

/** Calls on the receipt log of an organization, which gets only receipts of one agent and entries of orders meanwhile. */
export class LogCalls {
  readonly object: HistoryObject<number, LogInput, LogSeen>;
  private readonly send: Send;
  private readonly shop: HistoryShop;
  /** Id of each receipt by its job, as first seen. */
  private readonly ids = new Map<string, string>();
  /** Leaves since the beginning, read at the end. */
  private readonly leaves: Leaf[] = [];
  private readonly begun = process.hrtime.bigint();
  /** Number of leaves of the last checkpoint; `undefined` if it got no response. */
  private size: number | undefined;

  constructor(sender: Sender, shop: HistoryShop) {
    this.object = new HistoryObject('receipt log', logModel(shop.logSize, this.leaves));
    this.send = sender.as({ key: shop.ownerKey });
    this.shop = shop;
  }

  async make(client: number, action: ActionOn<'log'>, how: Sending): Promise<void> {
    if (action.do === 'submit') return this.submit(client, action.receipt, how);
    const attempts = await this.send(...this.requestOf(action.do), how);
    const read = action.do === 'list' ? (answer: Answered) => this.receiptsIn(answer) : sizeIn;
    const answer = this.object.record({ client, input: { do: action.do }, attempts }, read);
    if (action.do === 'checkpoint') this.size = answer && sizeIn(answer);
  }

  /**
   * Reads the leaves up to the last checkpoint as anyone can, after all calls.
   * @throws Error if that checkpoint got no response
   */
  async end(url: string): Promise<void> {
    if (this.size === undefined) throw new Error('the last checkpoint of the log got no response');
    const entries = await new TileClient(`${url}/logs/${this.shop.organization_id}`, '').entries(this.size);
    this.leaves.push(...entries.slice(this.shop.logSize).map((data) => this.leafOf(JSON.parse(data.toString()))));
    for (const [leaf, kind] of this.leaves.entries())
      if (kind === null) this.object.recordOwn({ do: 'enter', leaf }, 'entered', this.begun);
  }

  /** Returns a text that no model expects for a leaf that is neither a receipt of the history nor an entry of an order. */
  private leafOf(entry: { readonly id?: unknown; readonly type?: unknown }): Leaf {
    if (entry.type === 'order_placed' || entry.type === 'order_changed') return null;
    const [job] = [...this.ids].find(([, id]) => id === entry.id) ?? [];
    return job ?? `the unexpected leaf ${JSON.stringify(entry)}`;
  }

  private requestOf(reading: 'list' | 'checkpoint'): readonly [operation: string, args: Args] {
    if (reading === 'checkpoint') return ['get_log_checkpoint', {}];
    return ['list_receipts', { agent_id: this.shop.agent_id, limit: 100 }];
  }

  private async submit(client: number, index: number, how: Sending): Promise<void> {
    const submission = this.shop.receipts[index];
    const receipt = String(submission?.receipt.job_id);
    const attempts = await this.send('submit_receipt', { ...submission }, how);
    const input: LogInput = { do: 'submit', receipt };
    this.object.record({ client, input, attempts }, ({ json }) => this.known(receipt, json.id));
  }

  /** Returns the receipts in the order of the log; they are listed in the order in which they were received. */
  private receiptsIn({ json }: Answered): (readonly [receipt: string, index: number])[] {
    const listed: readonly Answered['json'][] = json.data;
    return listed
      .map(({ id, log_index, receipt }) => [this.known(receipt.job_id, id), Number(log_index)] as const)
      .sort(([, one], [, other]) => one - other);
  }

  /** Returns the job of a receipt, or a text that no model expects if the receipt had another id before. */
  private known(job: string, id: string): string {
    const first = this.ids.get(job) ?? id;
    this.ids.set(job, first);
    return first === id ? job : `${job} with the ids ${first} and ${id}`;
  }
}

function sizeIn({ json }: Answered): number {
  return json.data.tree_size;
}
