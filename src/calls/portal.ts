import type { Checkpoints } from '../checkpoints/checkpoints.js';
import type { AcceptanceRules } from '../domain/receipt/acceptance.js';
import type { Quotas } from '../domain/tenant/quota.js';
import type { OutboundRules } from '../outbound/public-url.js';
import type { PaymentGateway } from '../payments/payment-gateway.js';
import type { Clock, Ids, Media, Store } from '../ports.js';
import type { ViewSettings } from '../view/checkout-view.js';
import type { AnswerSearch } from './answer-search.js';
import type { FailureLimit } from './failure-limit.js';
import type { RateLimit } from './rate-limit.js';
import type { Tally } from './tally.js';

/** Everything that is the same for every call. */
export interface Portal {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly gateway: PaymentGateway;
  readonly media: Media;
  readonly checkpoints: Checkpoints;
  readonly view: Omit<ViewSettings, 'language'>;
  /** Where the portal may send what others name. */
  readonly outbound: OutboundRules;
  readonly tally: Tally;
  /** Undefined = no limits. */
  readonly rateLimit: RateLimit | undefined;
  /** Of all keys of an organization together; undefined = no limit. */
  readonly organizationLimit: RateLimit | undefined;
  /** How long a write that is queued now is expected to wait, and may be. Milliseconds. */
  readonly writeWait: { readonly expected: () => number; readonly most: number };
  /** Bytes that the answers kept for repeats of one key's calls may take up; undefined = no limit. */
  readonly answerQuota: number | undefined;
  readonly answers: AnswerSearch;
  /** Of organizations that have none of their own. */
  readonly quotas: Quotas;
  /** True: organizations may make their logs public. */
  readonly publicLogs: boolean;
  readonly receiptRules: AcceptanceRules;
  /** Limit of wrong signatures per key; undefined = no limit. */
  readonly signatureLimit: FailureLimit | undefined;
  /** How long the content of canceled and expired checkouts is kept, in milliseconds. */
  readonly retention: number;
}
