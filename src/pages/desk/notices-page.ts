import type { Response } from 'express';
import { allowedNotices, wantedNotices } from '../../domain/person/staff-notices.js';
import type { StaffNoticeKind } from '../../domain/values/notice-kinds.js';
import { buildNoticeChoice, findStaffMember } from '../../operations/tenancy/staff-writes.js';
import type { Texts } from '../../texts/texts.js';
import { type Form, readEntry } from '../checkout/form.js';
import { type Html, html } from '../html.js';
import { hasFormToken } from '../sign-in/form-token.js';
import { sendDeskPage } from './desk-page.js';
import type { ShopVisit, ShopVisitDeps } from './shop-visit.js';

/** The page on which staff members choose their own notices by mail. Every role may use it. */

/** Button that forgets the choice. */
const DEFAULTS = 'defaults';

const fieldOf = (kind: StaffNoticeKind) => `notice.${kind}`;

/** Sends the page. `message` is the outcome of a form. */
export function sendNoticesPage(response: Response, status: number, visit: ShopVisit, message?: string): void {
  const { my_notices: title } = visit.locale.texts.desk;
  sendDeskPage(response, status, visit, { title, body: noticesPart(visit, message) });
}

function noticesPart({ locale: { texts }, member, tokenField }: ShopVisit, message: string | undefined): Html {
  const { desk } = texts;
  const wanted = wantedNotices(member);
  return html`<h1>${desk.my_notices}</h1>
${message !== undefined && html`<p class="note" role="status">${message}</p>`}
<form method="post" action="notices" class="narrow">${tokenField()}
<fieldset><legend>${desk.my_notices_text}</legend>${allowedNotices(member).map(
    (kind) =>
      html`<p><label class="check"><input type="checkbox" name="${fieldOf(kind)}" value="1"${wanted.includes(kind) && html` checked`}> ${nameOf(kind, texts)}</label></p>`,
  )}</fieldset>
<p><button class="primary">${desk.save}</button> <button class="quiet" name="${DEFAULTS}" value="1">${desk.default_notices}</button></p></form>`;
}

function nameOf(kind: StaffNoticeKind, { desk, mail }: Texts): string {
  return kind === 'test' ? desk.notice_tests : mail[kind].heading;
}

/**
 * Stores the choice, and shows the page again.
 * @throws PortalError `staff_not_found` if the role has ended meanwhile
 */
export async function saveNotices(
  { store, ids, clock }: ShopVisitDeps,
  visit: ShopVisit,
  form: Form,
  response: Response,
): Promise<void> {
  const { desk } = visit.locale.texts;
  if (!hasFormToken(form, visit.token)) return sendNoticesPage(response, 403, visit, desk.form_outdated);
  const { organizationId, person } = visit;
  await store.update((rows) => {
    const before = findStaffMember(rows, organizationId, person.id);
    const chosen = allowedNotices(before).filter((kind) => readEntry(form, fieldOf(kind)) !== undefined);
    const notices = readEntry(form, DEFAULTS) === undefined ? chosen : null;
    const by = { ids, actor: person.id, now: clock.now() };
    return { writes: buildNoticeChoice(by, before, notices).writes, result: undefined };
  }, organizationId);
  response.redirect(303, 'notices?saved');
}
