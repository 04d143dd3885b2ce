import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Operation } from '../../../src/calls/define.js';
import { Slices } from '../../../src/calls/slices.js';
import { furnisher } from '../../../src/docs/furnish.js';
import { OPERATIONS } from '../../../src/operations/index.js';
import { type Args, pathMembers, type RegistryCaller } from '../../actors/registry-caller.js';
import { newSigner } from '../../actors/signer.js';
import type { Answered } from '../../support/portal.js';
import { ATTESTED_EFFECTS } from './attested.js';
import { BY_INVOICE, type Stage } from './stage.js';

/** Test data of a write. */
export interface Row {
  /** Returns arguments whose objects are used nowhere else in the test. */
  fresh(stage: Stage): Promise<Args>;
  /**
   * Returns one member with another value, which makes the call a different one, or `undefined` if the operation
   * accepts only path ids.
   */
  other(args: Args): Args | undefined;
  /** Operation that reads the written object with its version. */
  readonly read: Operation | undefined;
  /** Operation that lists the created objects: exactly one must have the sent name or the returned id. */
  readonly list: Operation | undefined;
  /** Compares the effect with the response, for writes without a version or a list. */
  readonly oneEffect: ((by: RegistryCaller, args: Args, answer: Answered) => Promise<void>) | undefined;
}

/** Details of a write that its sample and the registry do not have. */
interface Peculiar {
  fresh?(stage: Stage): Promise<Args>;
  readonly other?: Args;
  readonly list?: string;
  readonly oneEffect?: NonNullable<Row['oneEffect']>;
  /** Name of the operation that reads the written object, if the path of the write does not lead to it. */
  readonly read?: string;
}

const BOWL = { id: 'bowl', title: 'Bowl', price: 1, fulfillment_types: ['pickup'], stock: 3 };

/** A delivery report about nothing. */
const REPORT =
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nAction: failed\n';

const PECULIAR: Readonly<Record<string, Peculiar>> = {
  update_shop_settings: {
    async fresh(stage) {
      const shop_id = await stage.shop();
      return { ...(await stage.merchant.ok('get_shop_settings', { shop_id })), shop_id };
    },
    other: { pickup: [] },
  },
  // Includes a rejected row, so that the response reports one.
  import_items: {
    fresh: async (stage) => ({ shop_id: await stage.shop(), items: [BOWL, 5], partial: true }),
    other: { items: [BOWL] },
  },
  // A ledger entry has no id, and moving stock does not change the item's version.
  move_stock: {
    async oneEffect(by, { shop_id, item_id, by: units }) {
      const moved: readonly { readonly by: number }[] = await by.ok('list_stock_movements', { shop_id, item_id });
      expect(moved.filter((movement) => movement.by === units)).toHaveLength(1);
    },
  },
  register_consumer_key: {
    other: { public_key: newSigner().public_key },
    async oneEffect(by, { consumer_id }, { json }) {
      const keys: readonly { readonly id: string }[] = await by.ok('list_consumer_keys', { consumer_id });
      expect(keys.filter(({ id }) => id === json.data.id)).toEqual([json.data]);
    },
  },
  revoke_consumer_key: {
    async oneEffect(by, { consumer_id }, { json }) {
      expect(await by.ok('list_consumer_keys', { consumer_id })).toEqual([json.data]);
    },
  },
  countersign_receipt: {
    other: { reason: 'Another reason' },
    async oneEffect(by, { receipt_id, statement }) {
      expect((await by.ok('get_receipt', { receipt_id })).countersignatures).toMatchObject([{ statement }]);
    },
  },
  rotate_signing_key: { other: { public_key: newSigner().public_key } },
  set_key_limits: { list: 'list_keys' },
  revoke_key: { list: 'list_keys' },
  end_grant: { list: 'list_grants' },
  invite_staff: { fresh: async () => ({ email: newAddress(), role: 'orders' }), other: { role: 'books' } },
  set_staff_role: {
    fresh: async (stage) => ({ staff_id: await invited(stage), role: 'read-only' }),
    other: { role: 'books' },
    list: 'list_staff',
  },
  set_staff_notices: {
    fresh: async (stage) => ({ staff_id: await invited(stage), notices: ['low_stock'] }),
    other: { notices: [] },
    list: 'list_staff',
  },
  send_staff_invitation: { fresh: async (stage) => ({ staff_id: await invited(stage) }) },
  remove_staff: {
    fresh: async (stage) => ({ staff_id: await invited(stage) }),
    async oneEffect(by, { staff_id }) {
      const staff: readonly { readonly id: string }[] = await by.ok('list_staff', {});
      expect(staff.map(({ id }) => id)).not.toContain(staff_id);
    },
  },
  reorder: { read: 'get_cart' },
  buy: {
    fresh: async () => ({
      line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }],
      buyer: { email: `${randomUUID()}@example.com` },
      selected_option_id: 'pickup-portland',
      max_total: 10_000,
      payment: BY_INVOICE,
    }),
    async oneEffect(by, _args, { json }) {
      const orders: readonly { readonly id: string }[] = await by.ok('list_orders', {});
      expect(orders.map(({ id }) => id)).toEqual([json.data.order.id]);
    },
  },
  create_draft_order: {
    async fresh(stage) {
      const shop_id = await stage.shop();
      await stage.callerOf('create_deployment').ok('create_deployment', { shop_id, name: 'Phone' });
      const { id: item_id, ...bowl } = BOWL;
      await stage.callerOf('put_item').ok('put_item', { shop_id, item_id, ...bowl });
      const line_items = [{ item: { id: item_id }, quantity: 1 }];
      return { shop_id, line_items, buyer: { email: `${randomUUID()}@example.com` } };
    },
  },
  erase_personal_data: { fresh: async () => ({ email: `${randomUUID()}@example.com` }) },
  create_webhook: { fresh: async () => ({ url: `https://merchant.example/${randomUUID()}`, events: ['order.held'] }) },
  // The address still answers, with the account of the operator or none.
  delete_payment_account: {
    async oneEffect(by, args) {
      expect(await by.ok('get_payment_account', args)).toMatchObject({ account: 'none', updated_at: null });
    },
  },
  report_bounce: {
    fresh: async () => ({ report: Buffer.from(`${REPORT}${randomUUID()}`).toString('base64') }),
    other: { report: Buffer.from(REPORT).toString('base64') },
  },
  resend_order_notices: { other: { delivery_ids: ['dlv_none'] } },
  put_media: { other: { data: Buffer.from('GIF89a').toString('base64') } },
};

const newAddress = () => `${randomUUID()}@merchant.example`;

/** Invites a staff member, and returns their id. */
async function invited(stage: Stage): Promise<string> {
  const { id } = await stage.callerOf('invite_staff').ok('invite_staff', { email: newAddress(), role: 'warehouse' });
  return id;
}

export const writesOf = (operations: readonly Operation[]) =>
  operations.filter(({ http, effect }) => http && effect !== 'read');

/** True if a write accepts members besides path ids. */
export function takesMore({ input, http }: Operation): boolean {
  return Object.keys(input.shape).length > Object.keys(http?.parts ?? {}).length;
}

/** Derives the test data of a write from its sample and the registry. */
export function rowOf(operation: Operation, operations: readonly Operation[] = OPERATIONS): Row {
  const own = PECULIAR[operation.name] ?? {};
  const list = operations.find(({ name, http }) =>
    own.list ? name === own.list : http?.method === 'get' && http.path === operation.http?.path && isList(name),
  );
  return {
    fresh: own.fresh ?? ((stage) => freshSample(operation, stage, list !== undefined)),
    other: (args) => own.other ?? otherThan(operation, args),
    read: own.read ? operations.find(({ name }) => name === own.read) : readOf(operation, operations),
    list,
    oneEffect: ATTESTED_EFFECTS[operation.name] ?? own.oneEffect,
  };
}

const isList = (name: string) => name.startsWith('list_');

/** Builds arguments from the sample, with a unique name for listed objects. */
async function freshSample(operation: Operation, stage: Stage, isListed: boolean): Promise<Args> {
  const args: Args = operation.sample(await furnisher(stage)(operation));
  return isListed && 'name' in args ? { ...args, name: randomUUID() } : args;
}

/** Finds the read operation whose path equals the path of the write or is its longest prefix. */
function readOf({ http }: Operation, operations: readonly Operation[]): Operation | undefined {
  const reads = operations.filter(
    (one) => one.http?.method === 'get' && !isList(one.name) && `${http?.path}/`.startsWith(`${one.http.path}/`),
  );
  return reads.toSorted((a, b) => (b.http?.path.length ?? 0) - (a.http?.path.length ?? 0))[0];
}

const AT_ONCE = new Slices(async () => undefined);

/** Returns a member that is not in the URL path, with another valid value; `undefined` if there is none. */
function otherThan(operation: Operation, args: Args): Args | undefined {
  const said = (tried: Args) => JSON.stringify(operation.prepare(tried).fingerprint(AT_ONCE));
  const path = pathMembers(operation.name, [operation]);
  for (const [member, value] of Object.entries(args)) {
    if (path.includes(member)) continue;
    for (const changed of changesOf(value)) {
      try {
        if (said({ ...args, [member]: changed }) !== said(args)) return { [member]: changed };
      } catch {
        // The value is invalid; the next change may be valid.
      }
    }
  }
  return undefined;
}

function changesOf(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return [`${value}x`];
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value)) {
    return value.flatMap((entry, at) => changesOf(entry).map((changed) => value.with(at, changed)));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    changesOf(inner).map((changed) => ({ ...value, [name]: changed })),
  );
}
