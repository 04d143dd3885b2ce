import type { Answered } from '../support/portal.js';
import { type StockInput, type StockReading, type StockSeen, type StockState, stockModel } from './history-models.js';
import { HistoryObject, type Made } from './history-object.js';
import type { ActionOn } from './history-plan.js';
import type { Purchases } from './history-purchases.js';
import type { Send, Sender, Sending } from './history-sender.js';
import { type HistoryShop, SCARCE } from './history-shop.js';

/** Calls that read and change the units of an item. */
export class StockCalls {
  readonly object: HistoryObject<StockState, StockInput, StockSeen>;
  private readonly sendAsOwner: Send;
  private readonly sendAsBuyer: Send;
  private readonly purchases: Purchases;
  private readonly shop_id: string;
  /** Units that each client has seen last, which it sends as the expected number. */
  private readonly units = new Map<number, number>();
  private readonly firstUnits: number;

  constructor(sender: Sender, shop: HistoryShop, units: number, purchases: Purchases) {
    this.object = new HistoryObject('stock of an item', stockModel(units));
    this.sendAsOwner = sender.as({ key: shop.ownerKey });
    this.sendAsBuyer = sender.as({ key: shop.shopKey });
    this.purchases = purchases;
    this.shop_id = shop.shop_id;
    this.firstUnits = units;
  }

  make(client: number, action: ActionOn<'stock'>, how: Sending): Promise<void> {
    if (action.do === 'buy') return this.buy(client, action.cart, how);
    if (action.do === 'read') return this.read(client, action.through, how);
    if (action.do === 'cancel') return this.cancel(client, action.drawn, how);
    if (action.do === 'move')
      return this.correct(client, { do: 'move', by: action.by }, { by: action.by, reason: 'Found' }, how);
    const expected = this.units.get(client) ?? this.firstUnits;
    return this.correct(client, { do: 'set', to: action.to, expected }, { to: action.to, expected }, how);
  }

  private async buy(client: number, cart: number, how: Sending): Promise<void> {
    const attempts = await this.purchases.buy(client, cart, how);
    const answer = this.object.record({ client, input: { do: 'buy', cart }, attempts }, () => 'sold');
    if (answer) this.purchases.scarce.push(String(answer.json.data.order.id));
  }

  private async read(client: number, through: StockReading, how: Sending): Promise<void> {
    const ofShop = { shop_id: this.shop_id, item_id: SCARCE };
    const attempts =
      through === 'get_item'
        ? await this.sendAsBuyer(through, { item_id: SCARCE }, how)
        : await this.sendAsOwner(through, through === 'get_shop_item' ? ofShop : { ...ofShop, limit: 1 }, how);
    this.record({ client, input: { do: 'read', through }, attempts }, READ[through]);
  }

  private async correct(client: number, input: StockInput, change: object, how: Sending): Promise<void> {
    const attempts = await this.sendAsOwner('move_stock', { shop_id: this.shop_id, item_id: SCARCE, ...change }, how);
    this.record({ client, input, attempts }, READ.get_shop_item);
  }

  private record(made: Made<StockInput>, unitsIn: (answer: Answered) => number): void {
    const answer = this.object.record(made, unitsIn);
    if (answer) this.units.set(made.client, unitsIn(answer));
  }

  /** Cancels one of the orders bought so far, or reads the units if there is none. */
  private async cancel(client: number, drawn: number, how: Sending): Promise<void> {
    const { scarce } = this.purchases;
    const order = scarce[drawn % scarce.length];
    if (order === undefined) return this.read(client, 'get_item', { ...how, repeat: 'none' });
    const attempts = await this.sendAsBuyer('cancel_order', { order_id: order }, how);
    this.object.record({ client, input: { do: 'cancel', order }, attempts }, () => 'canceled');
  }
}

/** Functions that read the units from a response. */
const READ: Readonly<Record<StockReading, (answer: Answered) => number>> = {
  get_shop_item: ({ json }) => json.data.stock,
  get_item: ({ json }) => json.data.availability.quantity,
  list_stock_movements: ({ json }) => json.data[0]?.stock_after,
};
