import { addressOf } from '../values/email.js';
import { type NamedNotice, readMessageId } from './message-id.js';
import { decodedBody, type Entity, parameterOf, partsOf, readEntity, readFields, typeOf } from './mime.js';

/** A report about mail that was not delivered (RFC 3464). */
export interface BounceReport {
  /** The returned notice; `undefined` if the mail is not one of ours. */
  readonly notice: NamedNotice | undefined;
  readonly recipients: readonly ReportedRecipient[];
}

/**
 * Result of a report. `bounced`: the order shows it. `not_failed`: the mail was delayed and may still arrive, or it did
 * arrive. `unknown`: the report is about no notice that was sent to this buyer.
 */
export const BOUNCE_RESULTS = ['bounced', 'not_failed', 'unknown'] as const;
export type BounceResult = (typeof BOUNCE_RESULTS)[number];

/** Maximum size of a report: it may contain the whole notice. */
export const MAX_REPORT_BYTES = 2 ** 20;

export interface ReportedRecipient {
  /** Normalized: the address that the mail was sent to, and the one to which it was forwarded. */
  readonly addresses: readonly string[];
  /** True if the server gave up. A delayed mail may still arrive. */
  readonly hasFailed: boolean;
  /** Enhanced status code, such as `5.1.1`. */
  readonly status: string;
}

const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status'];
const RETURNED_TYPES = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'];
/** Maximum recipients that are read. A notice has one. */
const MAX_RECIPIENTS = 100;

/** Reads a delivery report; `undefined` if the mail is not one. */
export function readBounceReport(bytes: Uint8Array): BounceReport | undefined {
  const text = Buffer.from(bytes).toString('latin1');
  // Programs that pipe mail put the line of an mbox before it.
  const report = readEntity(text.replace(/^From [^\n]*\n/, ''));
  if (typeOf(report) !== 'multipart/report') return undefined;
  if (parameterOf(report, 'report-type')?.toLowerCase() !== 'delivery-status') return undefined;
  const parts = partsOf(report);
  const status = parts.find((part) => STATUS_TYPES.includes(typeOf(part)));
  if (!status) return undefined;
  const returned = parts.find((part) => RETURNED_TYPES.includes(typeOf(part)));
  return { notice: returned && returnedNotice(returned), recipients: readRecipients(decodedBody(status)) };
}

function returnedNotice(returned: Entity): NamedNotice | undefined {
  return readMessageId(readEntity(decodedBody(returned)).fields.get('message-id') ?? '');
}

/** Reads the groups about recipients. The first group is about the whole mail. */
function readRecipients(text: string): ReportedRecipient[] {
  const groups = text.split(/\n\s*\n/, MAX_RECIPIENTS + 1).map(readFields);
  return groups.flatMap((fields): ReportedRecipient[] => {
    const action = fields.get('action')?.toLowerCase();
    const [status] = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '') ?? [];
    if (action === undefined || status === undefined) return [];
    const addresses = ['original-recipient', 'final-recipient'].flatMap((name) => addressIn(fields.get(name)));
    return [{ addresses, hasFailed: action === 'failed' && !status.startsWith('2'), status }];
  });
}

/** Reads an address with its type, such as `rfc822; ada@shop.com`. */
function addressIn(value: string | undefined): string[] {
  const [, address = ''] = /^(?:rfc822|utf-8)\s*;\s*<?([^<>\s]+)>?/i.exec(value ?? '') ?? [];
  return address === '' ? [] : [addressOf(Buffer.from(address, 'latin1').toString('utf8'))];
}
