import type { Response } from 'express';
import type { AnyAnswer } from '../../../calls/answer.js';
import { detailIn } from '../../../calls/visible-error.js';
import { notFoundError, PortalError } from '../../../domain/errors/portal-error.js';
import { type Form, readEntry } from '../../checkout/form.js';
import { hasFormToken } from '../../sign-in/form-token.js';
import type { ShopVisit } from '../shop-visit.js';
import { type AccessMessage, sectionPage } from './access-page.js';
import { ACTIONS, isAccessAction } from './actions.js';
import { confirmAccessUrl, deliveriesUrl, sectionUrl } from './links.js';
import { sendAccess } from './send-access.js';

/**
 * Runs the action of a button about access, and leads back to its page. A new secret is shown in the response itself,
 * since it is stored nowhere.
 * @throws PortalError `not_found` for an unknown action; `forbidden`
 */
export async function runAccessAction(visit: ShopVisit, name: string, form: Form, response: Response): Promise<void> {
  if (!isAccessAction(name)) throw notFoundError('not_found');
  const { desk } = visit.locale.texts;
  const { section, operation, gives, readArgs } = ACTIONS[name];
  const show = async (status: number, message: AccessMessage) =>
    sendAccess(response, status, visit, await sectionPage(visit, section, undefined, message), 'secret' in message);
  if (!hasFormToken(form, visit.token)) return show(403, { problem: desk.form_outdated, rejected: { name, form } });
  if (gives && !visit.isRecent) {
    response.redirect(303, confirmAccessUrl(visit, section));
    return undefined;
  }
  try {
    const answer = await visit.call(operation, readArgs(form, visit), { idempotencyKey: readEntry(form, 'request') });
    const secret = secretIn(answer);
    if (secret !== undefined) return await show(200, { secret });
    const webhook = readEntry(form, 'delivery_id') === undefined ? undefined : readEntry(form, 'webhook_id');
    const back = webhook === undefined ? sectionUrl(visit, section) : deliveriesUrl(visit, webhook);
    response.redirect(303, `${back}?done`);
  } catch (error) {
    if (!(error instanceof PortalError) || error.code === 'forbidden' || error.status >= 500) throw error;
    const problem = `${desk.failed} ${detailIn(error, visit.locale.tag)}`;
    await show(error.status, { problem, rejected: { name, form } });
  }
}

/** Returns the key or the secret of a webhook that the response shows once. */
function secretIn({ body }: AnyAnswer): string | undefined {
  if (typeof body !== 'object' || body === null || !('data' in body)) return undefined;
  const { data } = body;
  if (typeof data !== 'object' || data === null) return undefined;
  const secret = 'key' in data ? data.key : 'secret' in data ? data.secret : undefined;
  return typeof secret === 'string' ? secret : undefined;
}
