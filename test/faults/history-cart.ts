import { type Args, versionOf } from '../actors/registry-caller.js';
import type { Answered } from '../support/portal.js';
import { type CartInput, type CartState, cartModel } from './history-models.js';
import { HistoryObject } from './history-object.js';
import type { ActionOn } from './history-plan.js';
import type { Send, Sender, Sending } from './history-sender.js';
import { type HistoryShop, LINE, PLENTIFUL } from './history-shop.js';

/** Calls on a cart with one line. */
export class CartCalls {
  readonly object: HistoryObject<CartState, CartInput, CartState>;
  private readonly send: Send;
  private readonly checkout_id: string;
  /** Last version that each client has seen, which it sends with guarded calls. */
  private readonly versions = new Map<number, number>();
  private readonly firstVersion: number;

  constructor(sender: Sender, { shopKey, cart }: HistoryShop) {
    const { version, quantity } = cart;
    this.object = new HistoryObject('cart', cartModel({ version, quantity }));
    this.send = sender.as({ key: shopKey, buyer: cart.buyer });
    this.checkout_id = cart.checkout_id;
    this.firstVersion = version;
  }

  async make(client: number, action: ActionOn<'cart'>, how: Sending): Promise<void> {
    const input = this.inputOf(client, action);
    const ifMatch = input.do === 'read' ? undefined : input.ifMatch;
    const attempts = await this.send(...this.requestOf(input), how, ifMatch);
    const answer = this.object.record({ client, input, attempts }, cartIn);
    if (answer) this.versions.set(client, versionOf(answer));
  }

  private inputOf(client: number, action: ActionOn<'cart'>): CartInput {
    if (action.do === 'read') return { do: 'read' };
    const guard = action.isGuarded && { ifMatch: this.versions.get(client) ?? this.firstVersion };
    return action.do === 'set'
      ? { do: 'set', quantity: action.units, ...guard }
      : { do: 'add', units: action.units, ...guard };
  }

  private requestOf(input: CartInput): readonly [operation: string, args: Args] {
    const { checkout_id } = this;
    if (input.do === 'read') return ['get_checkout', { checkout_id }];
    if (input.do === 'set') return ['update_line_item', { checkout_id, line_item_id: LINE, quantity: input.quantity }];
    return [
      'add_line_items',
      { checkout_id, line_items: [{ id: LINE, item: { id: PLENTIFUL }, quantity: input.units }] },
    ];
  }
}

function cartIn(answer: Answered): CartState {
  return { version: versionOf(answer), quantity: answer.json.data.line_items[0]?.quantity };
}
