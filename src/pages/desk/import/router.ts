import type { Request, Response } from 'express';
import { PortalError } from '../../../domain/errors/portal-error.js';
import { importItems } from '../../../operations/shop/import-items.js';
import { type Form, readEntry } from '../../checkout/form.js';
import type { Html } from '../../html.js';
import { readUpload, type Upload } from '../../read-upload.js';
import { hasFormToken } from '../../sign-in/form-token.js';
import type { InShop } from '../bulk-pages.js';
import { sendDeskPage } from '../desk-page.js';
import { tryForm } from '../rejection.js';
import type { PageRoutes } from '../section-routes.js';
import type { ShopVisit } from '../shop-visit.js';
import { chosenFile, type ImportFile, returnedFile } from './import-file.js';
import { importPage, planPage } from './import-page.js';
import { type ImportDeps, planImport } from './plan-import.js';

/** Adds the pages that import items from a file: its choice, the table of changes, and the import itself. */
export function addImportPages(router: PageRoutes, deps: ImportDeps, inShop: InShop): void {
  router.get('/desk/:shop_id/import', (request, response) =>
    inShop(request, response, async (visit) => {
      visit.assertMay(importItems.scope);
      sendImport(response, 200, visit, importPage(visit));
    }),
  );
  router.post('/desk/:shop_id/import', (request, response) =>
    inShop(request, response, (visit) =>
      withUpload(deps, request, response, visit, async (upload) => {
        const file = chosenFile(upload);
        if (!file) sendImport(response, 400, visit, importPage(visit, { title: noFile(visit), text: '' }));
        else sendImport(response, 200, visit, planPage(visit, file, await planImport(deps, visit, file)));
      }),
    ),
  );
  router.post('/desk/:shop_id/import/confirm', (request, response) =>
    inShop(request, response, (visit) =>
      withUpload(deps, request, response, visit, ({ form }) =>
        confirmImport(deps, visit, returnedFile(form), form, response),
      ),
    ),
  );
}

const noFile = ({ locale }: ShopVisit) => locale.texts.desk_shop.import.no_file;

function sendImport(response: Response, status: number, visit: ShopVisit, body: Html): void {
  const { title } = visit.locale.texts.desk_shop.import;
  sendDeskPage(response, status, visit, { title, section: 'items', body });
}

/** Reads an upload of somebody who may import, and shows the form again if it is rejected. */
async function withUpload(
  deps: ImportDeps,
  request: Request,
  response: Response,
  visit: ShopVisit,
  run: (upload: Upload) => Promise<void>,
): Promise<void> {
  visit.assertMay(importItems.scope);
  const { rejection } = await tryForm(visit, async () => {
    assertWithinLimit(deps, visit, response);
    const upload = await readUpload(request, response);
    if (hasFormToken(upload.form, visit.token)) return run(upload);
    const title = visit.locale.texts.desk.form_outdated;
    return sendImport(response, 403, visit, importPage(visit, { title, text: '' }));
  });
  if (rejection) sendImport(response, rejection.status, visit, importPage(visit, rejection.problem));
}

/**
 * Counts a file toward the limit of the person.
 * @throws PortalError `rate_limited`
 */
function assertWithinLimit({ fileLimit, clock }: ImportDeps, { person }: ShopVisit, response: Response): void {
  const wait = fileLimit?.take(person.id, clock.now()) ?? 0;
  if (wait === 0) return;
  response.set('retry-after', String(wait));
  throw new PortalError('rate_limited', `Too many files by this person; wait ${wait} s.`, wait);
}

/**
 * Imports what the table of changes has shown. If the items have changed since, nothing is imported, and the table shows
 * what would change now.
 * @throws PortalError `invalid_request`, `quota_exceeded`
 */
async function confirmImport(
  deps: ImportDeps,
  visit: ShopVisit,
  file: ImportFile,
  form: Form,
  response: Response,
): Promise<void> {
  const { import: texts } = visit.locale.texts.desk_shop;
  const plan = await planImport(deps, visit, file);
  const items = `${visit.root}/desk/${visit.shopId}/items`;
  // Nothing is left to do if the form was sent before, for then every row is as it should be.
  if (plan.items.length === 0 && plan.problems.length === 0) return response.redirect(303, `${items}?imported`);
  if (plan.hash !== readEntry(form, 'plan')) {
    const told = { title: texts.conflict, text: texts.conflict_text };
    return sendImport(response, 409, visit, planPage(visit, file, plan, told));
  }
  const { stock, allowFree: allow_free } = file;
  const args = { shop_id: visit.shopId, items: plan.items, stock, allow_free };
  await visit.call(importItems, args, { idempotencyKey: readEntry(form, 'request') });
  return response.redirect(303, `${items}?imported`);
}
