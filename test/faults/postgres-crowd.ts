import { expect } from 'vitest';
import { cartOf, complete, ready } from '../actors/purchase.js';
import { type Door, type Shopper, shopperAt } from '../actors/shopper.js';
import { receiptWriter } from '../actors/writers.js';
import { ordersIn, receiptsIn } from '../support/stored-rows.js';
import { ADA } from './secrets.js';

const BOOK = { lines: ['preserving-ebook'], option: 'digital', email: ADA.email };
/** There are 16 writers in total. */
const LINE_WRITERS = 8;
const BUYERS = 4;
const ATTESTERS = 4;
const WRITERS = LINE_WRITERS + BUYERS + ATTESTERS;

/** A cart line that gets one unit at a time, so that a repeated write would be visible. */
interface Line {
  readonly by: Shopper;
  readonly checkout_id: string;
  units: number;
}

/** Access with the key of a deployment or of its organization, by writer number. */
interface Doors {
  shop(writer: number): Door;
  owner(writer: number): Door;
}

/** 16 writers of lines, orders and receipts that write until they are stopped. */
export class Crowd {
  readonly orders: string[] = [];
  readonly receipts: string[] = [];
  private readonly lines: Line[] = [];
  /** Number of acknowledged writes of each writer. */
  private readonly counts: number[] = Array.from({ length: WRITERS }, () => 0);
  private isOver = false;
  private work: Promise<unknown> = Promise.resolve();
  private wrote: () => void = () => undefined;

  get writes(): number {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }

  async start(doors: Doors): Promise<void> {
    const writers = Array.from({ length: WRITERS }, (_, index) => index);
    const lines = await Promise.all(writers.slice(0, LINE_WRITERS).map((n) => newLine(doors.shop(n), `l${n}`)));
    this.lines.push(...lines);
    const submits = await Promise.all(
      writers.slice(LINE_WRITERS + BUYERS).map((n) => receiptWriter(() => doors.owner(n))),
    );
    const turns = [
      ...lines.map((line) => () => addUnit(line)),
      ...writers.slice(LINE_WRITERS, LINE_WRITERS + BUYERS).map((n) => this.buyer(doors.shop(n), `b${n}`)),
      ...submits.map((submit) => async () => void this.receipts.push(await submit())),
    ];
    this.work = Promise.all(turns.map((turn, writer) => this.repeat(turn, writer)));
    // If a writer fails, callers that wait for more writes must wake.
    this.work.catch(() => this.wrote());
  }

  /**
   * Waits until each writer has `each` more acknowledged writes.
   * @throws the error of a failed writer
   */
  async more(each: number): Promise<void> {
    const least = this.counts.map((count) => count + each);
    const reached = async () => {
      while (this.counts.some((count, writer) => count < (least[writer] ?? 0)))
        await new Promise<void>((resolve) => {
          this.wrote = resolve;
        });
    };
    await Promise.race([reached(), this.work]);
  }

  /** @throws the error of a failed writer */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  /**
   * Checks that the database contains exactly the acknowledged units, orders and receipts, and that order numbers have
   * no gaps. Call it after the writers have stopped.
   */
  async assertKept(url: string): Promise<void> {
    for (const { by, checkout_id, units } of this.lines) {
      const { line_items } = (await by.ok('get_checkout', { checkout_id })).data;
      expect(line_items[0].quantity).toBe(units);
    }
    const { ids, numbers } = await ordersIn(url);
    expect(ids.sort()).toEqual([...this.orders].sort());
    const receipts = await receiptsIn(url);
    expect(receipts.map(({ id }) => id).sort()).toEqual([...this.receipts].sort());
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  }

  private async repeat(turn: () => Promise<void>, writer: number): Promise<void> {
    while (!this.isOver) {
      await turn();
      this.counts[writer] = (this.counts[writer] ?? 0) + 1;
      this.wrote();
    }
  }

  /** Returns a function that places an order as a new buyer. */
  private buyer(door: Door, name: string): () => Promise<void> {
    let nth = 0;
    return async () => {
      nth += 1;
      const { status, json } = await complete(await ready(shopperAt(door, `${name}-${nth}`), BOOK));
      if (status !== 200 || json.data.status !== 'completed') expect.fail(JSON.stringify(json));
      this.orders.push(json.data.order.id);
    };
  }
}

async function newLine(door: Door, name: string): Promise<Line> {
  const by = shopperAt(door, name);
  const line = { by, checkout_id: await cartOf(by), units: 0 };
  await addUnit(line);
  return line;
}

async function addUnit(line: Line): Promise<void> {
  const line_items = [{ item: { id: 'sea-salt' }, quantity: 1 }];
  await line.by.ok('add_line_items', { checkout_id: line.checkout_id, line_items });
  line.units += 1;
}
