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
import type { MailService } from './services.js';
import type { Tally } from './tally.js';

/** Dependencies and settings that all calls share. */
export interface Portal {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly gateway: PaymentGateway;
  readonly mail: MailService;
  readonly media: Media;
  readonly checkpoints: Checkpoints;
  readonly view: Omit<ViewSettings, 'language'>;
  /** Rules about hosts that outgoing requests may contact. */
  readonly outbound: OutboundRules;
  readonly tally: Tally;
  /** Rate limit of each key; `undefined` for none. */
  readonly rateLimit: RateLimit | undefined;
  /** Rate limit of all keys of an organization together; `undefined` for none. */
  readonly organizationLimit: RateLimit | undefined;
  /** Expected wait of a newly queued write, and the maximum accepted. Milliseconds. */
  readonly writeWait: { readonly expected: () => number; readonly most: number };
  /** Maximum size of the stored responses of an API key, in bytes; `undefined` for no limit. */
  readonly answerQuota: number | undefined;
  readonly answers: AnswerSearch;
  /** Quotas of organizations that have none of their own. */
  readonly quotas: Quotas;
  /** True if organizations may make their logs public. */
  readonly publicLogs: boolean;
  readonly receiptRules: AcceptanceRules;
  /** Limit of invalid signatures per key; `undefined` for none. */
  readonly signatureLimit: FailureLimit | undefined;
  /** Limit of unknown discount codes per key; `undefined` for none. */
  readonly codeLimit: FailureLimit | undefined;
  /** Period after which the content of canceled and expired checkouts is removed. Milliseconds. */
  readonly retention: number;
}
