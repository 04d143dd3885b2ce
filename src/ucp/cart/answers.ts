import type { Context } from '../../calls/context.js';
import { type PlatformCart, toUnstoredCheckout } from '../../domain/checkout/platform-cart.js';
import { assess } from '../../domain/checkout/status.js';
import type { Rows } from '../../ports.js';
import { cartOf } from '../../records/assessment.js';
import { isoTime } from '../../view/format.js';
import type { UcpAnswer } from '../answer.js';
import { CART } from '../capabilities.js';
import type { CanonicalMessage } from '../checkout/canonical-forms.js';
import { toCanonicalContent } from '../checkout/content.js';
import { eligibilityMessages, toCanonicalMessages } from '../checkout/messages.js';
import { envelope } from '../envelope.js';
import type { Session } from '../session.js';

/** Message paths that exist in a cart: lines and discount codes. */
const RELEVANT_PATHS = /^\$\.(line_items\[|discounts\.)/;

/** Response with a cart. */
export function cartAnswer(
  rows: Rows,
  { now }: Pick<Context, 'now'>,
  session: Session,
  row: PlatformCart,
  refusal?: CanonicalMessage,
): UcpAnswer {
  const assessment = assess(cartOf(rows, toUnstoredCheckout(row), now));
  const about = toCanonicalMessages(assessment, session.active).filter(({ path }) => RELEVANT_PATHS.test(path ?? ''));
  const messages: CanonicalMessage[] = [
    ...about.map(({ severity: _severity, ...message }) => ({ ...message, type: 'warning' as const })),
    ...eligibilityMessages(assessment),
    ...(refusal ? [refusal] : []),
  ];
  const canonical = { ...toCanonicalContent(assessment, session), messages, expires_at: isoTime(row.expires_at) };
  return { body: { ucp: envelope(session, CART), ...session.version.cart(canonical, session.active) } };
}
