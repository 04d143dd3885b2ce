import type { Args } from '../actors/registry-caller.js';
import type { Answered } from '../support/portal.js';
import { type LogInput, type LogSeen, logModel } from './history-models.js';
import { HistoryObject } from './history-object.js';
import type { ActionOn } from './history-plan.js';
import type { Send, Sender, Sending } from './history-sender.js';
import type { HistoryShop } from './history-shop.js';

/** Calls on the receipt log of an organization, which gets only receipts of one agent meanwhile. */
export class LogCalls {
  readonly object: HistoryObject<readonly string[], LogInput, LogSeen>;
  private readonly send: Send;
  private readonly shop: HistoryShop;
  /** Id of each receipt by its job, as first seen. */
  private readonly ids = new Map<string, string>();

  constructor(sender: Sender, shop: HistoryShop) {
    this.object = new HistoryObject('receipt log', logModel(shop.logSize));
    this.send = sender.as({ key: shop.ownerKey });
    this.shop = shop;
  }

  async make(client: number, action: ActionOn<'log'>, how: Sending): Promise<void> {
    if (action.do === 'submit') return this.submit(client, action.receipt, how);
    const attempts = await this.send(...this.requestOf(action.do), how);
    const read = action.do === 'list' ? (answer: Answered) => this.receiptsIn(answer) : sizeIn;
    this.object.record({ client, input: { do: action.do }, attempts }, read);
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
