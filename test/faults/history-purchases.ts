import type { Answered } from '../support/portal.js';
import { type NumbersInput, numbersModel } from './history-models.js';
import { HistoryObject, type Made } from './history-object.js';
import type { ActionOn } from './history-plan.js';
import { type Attempt, mayHaveEffect, type Sender, type Sending } from './history-sender.js';
import { type HistoryShop, PAID } from './history-shop.js';

/** Number of a shop's first order. */
const FIRST = 1001;

/** Purchases and the lists of orders, which show the order numbers of a shop. */
export class Purchases {
  readonly object: HistoryObject<number, NumbersInput, number | readonly number[]>;
  /** Orders of the scarce item. */
  readonly scarce: string[] = [];
  private readonly sender: Sender;
  private readonly shop: HistoryShop;
  private readonly made: Made<NumbersInput>[] = [];
  /** Order numbers by order id, of the last list; `undefined` if it got no response. */
  private numbers: ReadonlyMap<string, number> | undefined;

  constructor(sender: Sender, shop: HistoryShop) {
    // The first order was placed before the history.
    this.object = new HistoryObject('order numbers', numbersModel(FIRST, FIRST));
    this.sender = sender;
    this.shop = shop;
  }

  async make(client: number, action: ActionOn<'numbers'>, how: Sending): Promise<void> {
    if (action.do === 'buy') await this.buy(client, action.cart, how);
    else await this.list(client, how);
  }

  /** Completes a cart. Returns the attempts; the outcome of one that saw an open payment is unknown. */
  async buy(client: number, cart: number, how: Sending): Promise<readonly Attempt[]> {
    const { buyer, checkout_id } = this.shop.ready[cart] ?? { buyer: '', checkout_id: '' };
    const send = this.sender.as({ key: this.shop.shopKey, buyer });
    const sent = await send('complete_checkout', { checkout_id, ...PAID }, how);
    const isOpen = ({ answer }: Attempt) => answer?.json?.data?.status === 'complete_in_progress';
    const attempts = sent.map((attempt) => (isOpen(attempt) ? { ...attempt, answer: undefined } : attempt));
    this.made.push({ client, input: { do: 'place', cart }, attempts });
    return attempts;
  }

  /** Records the purchases with their order numbers, which the last list shows. */
  end(): void {
    const { numbers } = this;
    const withoutAnswer = (attempt: Attempt): Attempt => ({ ...attempt, answer: undefined });
    for (const made of this.made) {
      // A purchase that failed took no number.
      const effective = made.attempts.filter(mayHaveEffect);
      const attempts = numbers ? effective : effective.map(withoutAnswer);
      this.object.record({ ...made, attempts }, ({ json }) => numbers?.get(json.data.order.id) ?? 0);
    }
  }

  private async list(client: number, how: Sending): Promise<void> {
    const send = this.sender.as({ key: this.shop.ownerKey });
    const attempts = await send('list_shop_orders', { shop_id: this.shop.shop_id, limit: 100 }, how);
    const sorted = (answer: Answered) => [...numbersIn(answer).values()].sort((one, other) => one - other);
    const answer = this.object.record({ client, input: { do: 'list' }, attempts }, sorted);
    this.numbers = answer && numbersIn(answer);
  }
}

function numbersIn({ json }: Answered): ReadonlyMap<string, number> {
  const listed: readonly Answered['json'][] = json.data;
  return new Map(listed.map(({ id, display_id }) => [String(id), Number(display_id)]));
}
