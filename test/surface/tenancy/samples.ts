import type { Operation } from '../../../src/calls/define.js';
import type { Things as SampleThings } from '../../../src/calls/things.js';
import { ABSENT as NOBODYS, receiptFor } from '../../../src/docs/things.js';
import { isNotFoundCode } from '../../../src/domain/errors/portal-error.js';
import { generateKeyPair, signReceipt } from '../../../src/receipts.js';
import type { Args } from '../../actors/registry-caller.js';

/** Ids that a call can name, and other values used by samples. */
export interface Things extends SampleThings {
  /** Agent and consumer named in a receipt. */
  readonly namedAgent: string;
  readonly namedConsumer: string;
}

export type Thing = keyof Things;

/** Well-formed ids that belong to nobody. */
export const ABSENT: Things = { ...NOBODYS, namedAgent: NOBODYS.agent, namedConsumer: NOBODYS.consumer };

/** Values that are not ids of a tenant's objects: numbers, new data and link codes. */
const VALUES: readonly Thing[] = [
  ...(['total', 'linkCode', 'publicKey', 'submission', 'logSize'] as const),
  ...(['consumerKey', 'countersignature'] as const),
];

/** Every kind of object that a call can name. */
export const THINGS: readonly Thing[] = Object.keys(ABSENT).filter(
  (name): name is Thing => name in ABSENT && !VALUES.some((value) => value === name),
);

/** Key that every tenant registers: a shared key must not reveal one organization to another. */
export const SIGNER = generateKeyPair();

/** Samples of operations whose ids are inside signed data. */
const PECULIAR: Readonly<Record<string, (things: Things) => Args>> = {
  submit_receipt: ({ namedAgent, namedConsumer }) => ({
    ...signReceipt(receiptFor(namedAgent, namedConsumer, 'sample', Date.now()), SIGNER),
  }),
};

/** Builds valid arguments with every id from `things`. */
export function sampleOf(operation: Operation): (things: Things) => Args {
  return PECULIAR[operation.name] ?? ((things) => operation.sample(things));
}

/** Returns the kinds of objects that an operation's arguments name. */
export function thingsIn(operation: Operation): Thing[] {
  const used = new Set<string | symbol>();
  const noted = new Proxy(ABSENT, {
    get(target, name) {
      used.add(name);
      return Reflect.get(target, name);
    },
  });
  sampleOf(operation)(noted);
  return THINGS.filter((thing) => used.has(thing));
}

/** True if a malformed id gets the error of an absent object. */
export function isAbsentWhenMalformed(operation: Operation, thing: Thing): boolean {
  const args = sampleOf(operation)({ ...ABSENT, [thing]: 'marked' });
  return Object.entries(args).some(([member, value]) => {
    const code = operation.inputErrors?.[member];
    return value === 'marked' && code !== undefined && isNotFoundCode(code);
  });
}
