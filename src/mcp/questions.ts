import { type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server';
import { required } from '../domain/values/required.js';
import type { CheckoutF } from '../schema/checkout.js';
import { findLocale } from '../texts/locale.js';
import { consentText } from '../view/consent-text.js';
import type { PendingQuestion } from './sealed-state.js';

type Ask = (full: CheckoutF, requestState: string) => InputRequiredResult;

/** Results that ask the person something about a checkout. */
export const QUESTIONS: Readonly<Record<PendingQuestion['question'], Ask>> = { pay: askToPay, visit: askToVisit };

function askToPay(full: CheckoutF, requestState: string): InputRequiredResult {
  const pay = inputRequired.elicit({
    message: consentText(full),
    requestedSchema: { type: 'object', properties: {} },
  });
  return inputRequired({ inputRequests: { pay }, requestState });
}

function askToVisit(full: CheckoutF, requestState: string): InputRequiredResult {
  const [why] = full.messages.filter(({ severity }) => severity?.startsWith('requires_buyer'));
  const visit = inputRequired.elicitUrl({
    message: why?.content ?? findLocale(undefined, full.context.language).texts.question.visit,
    url: required(full.continue_url, 'continue_url'),
  });
  return inputRequired({ inputRequests: { visit }, requestState });
}
