import { detailIn } from '../../calls/visible-error.js';
import { type ErrorCode, PortalError } from '../../domain/errors/portal-error.js';
import type { OrderProblem } from './order-page.js';
import type { ShopVisit } from './shop-visit.js';

/** Why an operation rejected a form, for the page that shows the form again. */
export interface Rejection {
  readonly status: number;
  readonly code: ErrorCode;
  readonly problem: OrderProblem;
}

/** Outcome of a form: its result, or why it was rejected. */
type Outcome<Result> = { readonly rejection: Rejection } | { readonly rejection?: undefined; readonly result: Result };

/**
 * Runs what a form asks for.
 * @throws PortalError `forbidden`, and errors of the portal itself
 */
export async function tryForm<Result>(
  { locale }: Pick<ShopVisit, 'locale'>,
  run: () => Promise<Result>,
): Promise<Outcome<Result>> {
  try {
    return { result: await run() };
  } catch (error) {
    if (!(error instanceof PortalError) || error.status >= 500 || error.code === 'forbidden') throw error;
    const problem = { title: locale.texts.desk.failed, text: detailIn(error, locale.tag) };
    return { rejection: { status: error.status, code: error.code, problem } };
  }
}
