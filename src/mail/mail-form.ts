import type { Form, InForm, OwnSending } from '../delivery/forms.js';
import { faceOf } from '../domain/shop/face.js';
import type { Shop } from '../domain/shop/shop.js';
import type { MailForm, Outcome } from '../domain/webhook/delivery.js';
import type { MailPayload } from '../domain/webhook/notices.js';
import { faultFields, type Log } from '../log.js';
import { mailHost } from './mail-host.js';
import type { MailView } from './render.js';
import type { MailTransport } from './transport.js';

export interface MailFormDeps {
  /** `undefined` if this process sends no mail. */
  readonly transport: MailTransport | undefined;
  readonly view: MailView;
  /** Sender address. Defaults to one at the host of the public URL. */
  readonly from: string | undefined;
  readonly log: Log;
}

/** Form of events that are sent by mail. A mail is rendered when it is sent, so that decisions stay cheap. */
export function mailForm(deps: MailFormDeps): Form<MailForm> {
  return {
    readOf: (deliveries) => [
      'many',
      'shop',
      [...new Set(deliveries.flatMap(({ form }) => (form.kind === 'mail' ? form.shop_id : [])))],
    ],
    sender(rows, delivery) {
      const shop = rows.get('shop', delivery.form.shop_id);
      return shop && (() => prepareMail(deps, shop, delivery));
    },
    goneWrites: () => [],
  };
}

async function prepareMail(deps: MailFormDeps, shop: Shop, delivery: InForm<MailForm>): Promise<OwnSending | Outcome> {
  const { transport, log } = deps;
  if (!transport) return 'mail_off';
  try {
    const mail = await writeMail(deps, shop, delivery);
    return { send: (signal) => transport.send(mail, signal) };
  } catch (error) {
    // An error would return the lane to the queue without counting the attempt, again and again.
    log.error('mail_fault', { delivery: delivery.id, notice: delivery.form.notice, ...faultFields(error) });
    return 'not_rendered';
  }
}

/** Renders the mail. The modules are loaded with the first mail, since few processes send any. */
async function writeMail({ view, from }: MailFormDeps, shop: Shop, delivery: InForm<MailForm>) {
  const [{ composeMessage }, { renderNotice }] = await Promise.all([import('./message.js'), import('./render.js')]);
  const payload: MailPayload = JSON.parse(delivery.payload);
  const { event_id, form, created_at } = delivery;
  const host = mailHost(view.links.publicUrl());
  const { name, brand } = faceOf(shop);
  const head = {
    id: `${event_id}.${form.notice}@${host}`,
    thread: `${payload.order.id}@${host}`,
    from: { name, address: from ?? `orders@${host}` },
    replyTo: brand.support_email,
    to: payload.to,
    date: created_at,
  };
  return composeMessage(head, renderNotice(form, payload, shop, view));
}
