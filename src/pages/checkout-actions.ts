import type { ShopSettings } from '../domain/shop/shop.js';
import { approveTotals } from '../operations/checkout/approve-totals.js';
import { completeCheckout } from '../operations/checkout/complete-checkout.js';
import { confirmAge } from '../operations/checkout/confirm-age.js';
import { removeDiscount } from '../operations/checkout/remove-discount.js';
import { removeLineItem } from '../operations/checkout/remove-line-item.js';
import type { Texts } from '../texts/texts.js';
import { TOKEN } from './checkout/client-part.js';
import { type FieldErrors, type Form, handlerField, readEntry, readFilledFields } from './checkout/form.js';
import { billingErrors, methodErrors, missingErrors } from './checkout/missing.js';
import { totalOf } from './checkout/parts-of.js';
import { methodsOf } from './checkout/payment-section.js';
import type { Saving } from './checkout/saving.js';
import type { HandlerForms } from './handler-forms.js';

interface Acting {
  readonly saving: Saving;
  readonly form: Form;
  readonly texts: Texts;
  readonly settings: ShopSettings;
  readonly handlerForms: HandlerForms;
}

/**
 * Effect of a button after all entries have been saved. Returns problems of missing or invalid entries, by field.
 * @throws PortalError
 */
type PageAction = (acting: Acting) => Promise<FieldErrors>;

/** Actions of the page, by the last segment of the form's URL. All except `save` and `continue` call an operation. */
export const PAGE_ACTIONS: Readonly<Record<string, PageAction>> = {
  /** After a failed attempt to continue, saving also reports what is still missing. */
  save: async (acting) => (acting.form.tried === undefined ? {} : findMissing(acting)),
  /** Reports what is missing. Its button is shown until a delivery option is selected and the terms are accepted. */
  continue: async (acting) => findMissing(acting),
  async 'remove-line'({ saving, form }) {
    const line_item_id = readEntry(form, 'line') ?? '';
    if (saving.saved.checkout.line_items.some(({ id }) => id === line_item_id))
      await saving.run(removeLineItem, { line_item_id });
    return {};
  },
  async 'remove-code'({ saving, form }) {
    const code = readEntry(form, 'entered_code') ?? '';
    if (saving.saved.checkout.discounts.codes.includes(code)) await saving.run(removeDiscount, { code });
    return {};
  },
  async 'confirm-age'({ saving, form }) {
    await saving.run(confirmAge, { years: Number(readEntry(form, 'years')) });
    return {};
  },
  async approve({ saving, form }) {
    await saving.run(approveTotals, expectedTotal(form));
    return {};
  },
  pay,
};

function findMissing({ saving: { saved }, form, texts, settings }: Acting): FieldErrors {
  return {
    ...missingErrors(saved.checkout, texts),
    ...methodErrors(form, saved.checkout, texts),
    ...billingErrors(form, settings, texts),
  };
}

async function pay(acting: Acting): Promise<FieldErrors> {
  const { saving, form, texts, handlerForms } = acting;
  const { checkout } = saving.saved;
  const missing = findMissing(acting);
  if (Object.keys(missing).length > 0) return missing;
  if (totalOf(checkout) === 0) {
    await saving.run(completeCheckout, expectedTotal(form));
    return {};
  }
  const methods = methodsOf({ checkout, handlerForms });
  const [only] = methods.length === 1 ? methods : [];
  const handler_id = readEntry(form, 'handler_id') ?? only?.id;
  if (handler_id === undefined) return { handler_id: texts.errors.payment };
  const known = methods.find(({ id }) => id === handler_id)?.form;
  const names = [...(known?.fields.map(({ name }) => name) ?? []), ...(known?.client ? [TOKEN] : [])];
  const given = readFilledFields(
    Object.fromEntries(names.map((name) => [name, form[handlerField(handler_id, name)] ?? ''])),
    names,
  );
  const absent = known?.fields.filter(({ name, required }) => required && given[name] === undefined) ?? [];
  if (absent.length > 0)
    return Object.fromEntries(absent.map(({ name }) => [handlerField(handler_id, name), texts.errors.missing]));
  const instrument = { ...known?.instrument(given), id: 'page', handler_id };
  await saving.run(completeCheckout, { ...expectedTotal(form), payment: { instruments: [instrument] } });
  return {};
}

function expectedTotal({ expected_total }: Form) {
  return { expected_total: Number(expected_total) };
}
