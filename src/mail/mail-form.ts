import type { SenderDomain } from '../config/mail-server.js';
import type { AttemptResult, Form, InForm, OwnSending } from '../delivery/forms.js';
import { getsNotice } from '../domain/person/staff-notices.js';
import { faceOf } from '../domain/shop/face.js';
import type { Shop } from '../domain/shop/shop.js';
import { type MailForm, type Outcome, splitSubject } from '../domain/webhook/delivery.js';
import { isLimitedForm } from '../domain/webhook/mail-limits.js';
import { messageId } from '../domain/webhook/message-id.js';
import type { MailPayload, PersonMail } from '../domain/webhook/notices.js';
import { faultFields, type Log } from '../log.js';
import type { Rows, Sealing } from '../ports.js';
import { type Logo, readLogo } from './logo.js';
import { mailHost } from './mail-host.js';
import { isLimited, limitReads } from './mail-limits.js';
import { buildMarkWrites } from './order-marks.js';
import { isOutdated, outdatedReads } from './outdated.js';
import type { MailView } from './render.js';
import type { RenderedMail } from './render-blocks.js';
import { senderOf } from './sender.js';
import type { Envelope, MailTransport } from './transport.js';

export interface MailFormDeps {
  /** `undefined` if this process sends no mail. */
  readonly transport: MailTransport | undefined;
  readonly view: MailView;
  /** Folder of the shops' pictures. */
  readonly pictures: string;
  /** Sender address. Defaults to one at the host of the public URL. */
  readonly from: string | undefined;
  /** Domains in which shops may choose a sender address. */
  readonly domains: readonly SenderDomain[];
  readonly log: Log;
  /** Decrypts the links of mails; `Sealing.unseal`. */
  readonly unseal: Sealing['unseal'];
}

/** Form of events that are sent by mail. A mail is rendered when it is sent, so that decisions stay cheap. */
export function mailForm(deps: MailFormDeps): Form<MailForm> {
  return {
    readOf(deliveries) {
      const shops = deliveries.flatMap(({ form }) => (form.kind === 'mail' ? form.shop_id : []));
      const members = deliveries.flatMap(({ form }) => (form.kind === 'mail' ? (form.member_id ?? []) : []));
      const others = deliveries.flatMap((one) => [...limitReads(one), ...outdatedReads(one)]);
      return [['many', 'shop', [...new Set(shops)]], ['many', 'staff', [...new Set(members)]], ...others];
    },
    sender(rows, delivery, now) {
      const shop = rows.get('shop', delivery.form.shop_id);
      if (!shop || !mayGet(rows, delivery.form)) return 'not_active';
      if (isOutdated(rows, delivery, now)) return 'outdated';
      if (isLimitedForm(delivery.form) && isLimited(rows, delivery)) return () => 'limited';
      return (at) => prepareMail(deps, shop, delivery, at);
    },
    followUpWrites: buildMarkWrites,
  };
}

/** False if the recipient is a staff member whose role has ended, changed or begun again, or who no longer wants such notices. */
function mayGet(rows: Rows, { member_id, notice, shop_id }: MailForm): boolean {
  if (member_id === undefined) return true;
  const member = rows.get('staff', member_id);
  return member?.confirmed_at !== undefined && getsNotice(member, notice, shop_id);
}

async function prepareMail(
  deps: MailFormDeps,
  shop: Shop,
  delivery: InForm<MailForm>,
  now: number,
): Promise<OwnSending | Outcome> {
  const { transport, log } = deps;
  if (!transport) return 'mail_off';
  try {
    const mail = await writeMail(deps, shop, delivery, now);
    return typeof mail === 'string' ? mail : { send: (signal) => sendMail(transport, mail, signal, log) };
  } catch (error) {
    // An error would return the lane to the queue without counting the attempt, again and again.
    log.error('mail_fault', { delivery: delivery.id, notice: delivery.form.notice, ...faultFields(error) });
    return 'not_rendered';
  }
}

/** A rejection of the portal itself stops all mail, so the operator needs the server's words. */
export async function sendMail(
  transport: MailTransport,
  mail: Envelope,
  signal: AbortSignal,
  log: Log,
): Promise<AttemptResult> {
  const { outcome, status, reason } = await transport.send(mail, signal);
  if (outcome === 'server_refused') log.error('mail_server_refused', { status, reason });
  return { outcome, status };
}

/** Renders the mail. The modules are loaded with the first mail, since few processes send any. */
async function writeMail(
  deps: MailFormDeps,
  shop: Shop,
  delivery: InForm<MailForm>,
  now: number,
): Promise<Envelope | Outcome> {
  const { view, pictures, from, domains } = deps;
  const { composeMessage } = await import('./message.js');
  const payload: MailPayload = JSON.parse(delivery.payload);
  const { form, subject, created_at } = delivery;
  const face = faceOf(shop);
  const host = mailHost(view.links.publicUrl());
  const head = {
    id: messageId(delivery, host),
    thread: `${splitSubject(subject).id.replaceAll('/', '.')}@${host}`,
    ...senderOf(face, { from: from ?? `orders@${host}`, domains }),
    to: payload.to,
    ...(form.member_id !== undefined && { unsubscribe: `${view.links.publicUrl()}/desk/${shop.id}/notices` }),
    date: created_at,
  };
  const logo = await readLogo(pictures, face.brand.logo);
  if ('sign_in' in payload) {
    const rendered = await writeSignIn(deps, payload, { form, shop, logo, now });
    return typeof rendered === 'string' ? rendered : composeMessage(head, rendered);
  }
  if ('invitation' in payload) {
    const { renderInvitation } = await import('./invitation-mail.js');
    const place = { language: form.language, publicUrl: view.links.publicUrl() };
    return composeMessage(head, renderInvitation(payload, place, shop, logo));
  }
  const { renderNotice } = await import('./render.js');
  return composeMessage(head, renderNotice(form, payload, shop, view, logo));
}

interface SignInParts {
  readonly form: MailForm;
  readonly shop: Shop;
  readonly logo: Logo | undefined;
  readonly now: number;
}

/** Renders a mail with a link to sign in, unless the link has expired. */
async function writeSignIn(
  { unseal, view }: MailFormDeps,
  { sign_in }: PersonMail,
  { form, shop, logo, now }: SignInParts,
): Promise<RenderedMail | Outcome> {
  const { id, sealed, expires_at } = sign_in;
  if (now >= expires_at) return 'expired';
  const token = unseal(sealed, id);
  if (token === undefined) return 'unsealable';
  const { renderSignIn } = await import('./sign-in-mail.js');
  return renderSignIn({ id, token, language: form.language, publicUrl: view.links.publicUrl() }, shop, logo);
}
