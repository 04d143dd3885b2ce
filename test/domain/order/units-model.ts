import { MOVING_EVENTS } from '../../../src/domain/order/event.js';
import type { Order } from '../../../src/domain/order/order.js';
import type { Change } from './play.js';

/**
 * Model of an order that tracks the place of every single unit and whether it was refunded. It reads the events and
 * adjustments that the program records, but not the line quantities that the program counts.
 */

interface Unit {
  at: 'shop' | 'canceled' | 'out' | 'back';
  /** `gone`: refunded, being refunded, or no longer owed. */
  money: 'kept' | 'gone';
}

/** Units on which an adjustment has an effect, to be reverted if its refund fails. */
interface Taken {
  /** Units whose money is gone. */
  readonly paid: readonly Unit[];
  /** Units that came back. */
  returned: readonly Unit[];
}

export class UnitsModel {
  private readonly lines: ReadonlyMap<string, readonly Unit[]>;
  private readonly taken = new Map<string, Taken>();

  constructor({ line_items }: Order) {
    const units = (count: number) => Array.from({ length: count }, (): Unit => ({ at: 'shop', money: 'kept' }));
    this.lines = new Map(line_items.map(({ id, quantity }) => [id, units(quantity.total)]));
  }

  /** Expected quantities of each line. */
  quantities(): Record<string, readonly [fulfilled: number, canceled: number, returned: number]> {
    const count = (units: readonly Unit[], ...places: Unit['at'][]) =>
      units.filter(({ at }) => places.includes(at)).length;
    const entries = [...this.lines].map(
      ([id, units]) => [id, [count(units, 'out', 'back'), count(units, 'canceled'), count(units, 'back')]] as const,
    );
    return Object.fromEntries(entries);
  }

  status(held: boolean): Order['status'] {
    const all = [...this.lines.values()].flat();
    const left = all.some(({ at }) => at === 'out' || at === 'back');
    if (!all.some(({ at }) => at === 'shop')) return left ? 'fulfilled' : 'canceled';
    if (held) return 'on_hold';
    return left ? 'partially_fulfilled' : 'processing';
  }

  take({ step, before, after }: Change): void {
    if (step.do === 'event') this.move(after);
    else if (step.do === 'cancel') this.cancel(before, after, step.picks !== undefined);
    else if (step.do === 'give back') this.giveBack(after);
    else if (step.do === 'settle') this.settle(before, after);
  }

  private move(after: Order): void {
    const event = after.fulfillment.events.at(-1);
    if (!MOVING_EVENTS.some((type) => type === event?.type)) return;
    for (const { id, quantity } of event?.line_items ?? [])
      for (const unit of this.pick(id, quantity, ({ at }) => at === 'shop')) unit.at = 'out';
  }

  /** Applies a cancellation. The money of the adjustment's units is `gone`, except for those `without_money`. */
  private cancel(before: Order, after: Order, named: boolean): void {
    const adjustment = after.adjustments.length > before.adjustments.length ? after.adjustments.at(-1) : undefined;
    if (!named) {
      for (const unit of [...this.lines.values()].flat()) unit.at = 'canceled';
      if (adjustment)
        this.note(
          adjustment.id,
          adjustment.line_items.flatMap(({ id, quantity, without_money = 0 }) =>
            this.paid(id, quantity - without_money),
          ),
        );
      return;
    }
    const taken = (adjustment?.line_items ?? []).flatMap(({ id, quantity, without_money = 0 }) => {
      const units = this.pick(id, quantity, ({ at }) => at === 'shop');
      for (const unit of units) unit.at = 'canceled';
      return units.slice(0, quantity - without_money);
    });
    this.note(adjustment?.id ?? '', taken);
  }

  private giveBack(after: Order): void {
    const adjustment = after.adjustments.at(-1);
    if (!adjustment) return;
    const { id, type, line_items } = adjustment;
    if (type === 'refund') {
      const units = line_items.flatMap((line) => this.paid(line.id, line.quantity));
      for (const unit of units) if (unit.at === 'shop') unit.at = 'canceled';
      this.note(id, units);
      return;
    }
    const back = line_items.map((line) => {
      const count = line.quantity - (line.without_money ?? 0);
      const paid = this.paidAndOut(line.id, count);
      for (const unit of paid) unit.at = 'back';
      const rest = this.pick(
        line.id,
        line.quantity - count,
        ({ at }) => at === 'out',
        ({ money }) => money === 'gone',
      );
      for (const unit of rest) unit.at = 'back';
      return { paid, returned: [...paid, ...rest] };
    });
    const taken = {
      paid: back.flatMap(({ paid }) => paid),
      returned: back.flatMap(({ returned }) => returned),
    };
    for (const unit of taken.paid) unit.money = 'gone';
    this.taken.set(id, taken);
  }

  /** Returns units that are out and paid for. A paid unit that is back changes places with a refunded one that is out. */
  private paidAndOut(id: string, count: number): Unit[] {
    const found = this.pick(id, count, ({ at, money }) => at === 'out' && money === 'kept');
    const missing = count - found.length;
    const back = this.pick(id, missing, ({ at, money }) => at === 'back' && money === 'kept');
    const out = this.pick(id, missing, ({ at, money }) => at === 'out' && money === 'gone');
    back.forEach((unit, index) => {
      this.exchange(unit, out[index] ?? unit);
    });
    return [...found, ...back];
  }

  private exchange(one: Unit, other: Unit): void {
    [one.at, other.at] = [other.at, one.at];
    const partner = (unit: Unit) => (unit === one ? other : unit === other ? one : unit);
    for (const taken of this.taken.values()) taken.returned = taken.returned.map(partner);
  }

  /** Returns the units that a refund covers: canceled ones first, then those in the shop, shipped and returned. */
  private paid(id: string, quantity: number): Unit[] {
    const rank = ({ at }: Unit) => ['canceled', 'shop', 'out', 'back'].indexOf(at);
    const kept = (this.lines.get(id) ?? []).filter(({ money }) => money === 'kept');
    return kept.sort((one, other) => rank(one) - rank(other)).slice(0, quantity);
  }

  private note(id: string, units: readonly Unit[]): void {
    for (const unit of units) unit.money = 'gone';
    this.taken.set(id, { paid: units, returned: [] });
  }

  /** Reverts refunds that failed: returned units must be recorded again, but canceled units stay canceled. */
  private settle(before: Order, after: Order): void {
    after.adjustments.forEach((one, index) => {
      if (one.status !== 'failed' || before.adjustments[index]?.status === 'failed') return;
      const taken = this.taken.get(one.id);
      for (const unit of taken?.paid ?? []) unit.money = 'kept';
      for (const unit of taken?.returned ?? []) unit.at = 'out';
    });
  }

  private pick(id: string, count: number, fits: (unit: Unit) => boolean, first?: (unit: Unit) => boolean): Unit[] {
    const found = (this.lines.get(id) ?? []).filter(fits);
    if (first) found.sort((one, other) => Number(first(other)) - Number(first(one)));
    return found.slice(0, count);
  }
}
