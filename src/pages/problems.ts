import type { ErrorCode } from '../domain/errors/portal-error.js';
import type { Texts } from '../texts/texts.js';
import { billingField } from './checkout/form.js';
import { type Html, html } from './html.js';

/** Returns the text of an error for the buyer. */
export function problemText(code: ErrorCode, { problems }: Texts): string {
  return isProblem(code, problems) ? problems[code] : problems.other;
}

/** Renders the box at `#problem`, to which the browser scrolls after a form was rejected. */
export function problemPart(text: string | Html, code?: ErrorCode, more: Html | false = false): Html {
  return html`<div class="problem" role="alert" id="problem" tabindex="-1"${code !== undefined && html` data-code="${code}"`}><p>${text}</p>
${more}</div>`;
}

/** Renders a problem with a title, such as a conflict; nothing without one. */
export function toldPart(told: { readonly title: string; readonly text: string } | undefined): Html | undefined {
  return told && problemPart(html`<strong>${told.title}</strong>`, undefined, html`<p>${told.text}</p>`);
}

function isProblem(code: string, problems: Texts['problems']): code is keyof Texts['problems'] {
  return Object.hasOwn(problems, code);
}

/**
 * Returns the problems of entries by field. They are read from an error's detail, which names each member:
 * `buyer.email: must be an email address; destination.postal_code: must have at most 20 characters`.
 */
export function entryErrors(detail: string, { errors }: Texts): Record<string, string> {
  return Object.fromEntries(
    [...detail.matchAll(/(?:^|; )(buyer|destination|billing_address)\.(\w+): (must have at most)?/g)].map(
      ([, of, part = '', long]) => {
        const name = of === 'billing_address' ? billingField(part) : part;
        if (long !== undefined) return [name, errors.too_long];
        return [name, name === 'email' ? errors.email : errors.not_valid];
      },
    ),
  );
}
