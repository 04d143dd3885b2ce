import type { StripeJs } from './stripe-js.js';

/** A part of the page that the portal rendered for Stripe (src/pages/checkout/client-part.ts). */
export interface Client {
  readonly part: HTMLElement;
  /** Values of src/payments/handlers/stripe/page-form.ts. */
  readonly config: Readonly<Record<string, string>>;
}

export function findClient(within: ParentNode): Client | undefined {
  const part = within.querySelector<HTMLElement>('[data-client=stripe]');
  return part ? { part, config: readTexts(part.dataset.config) } : undefined;
}

/** Reads an object of texts from an attribute. */
export function readTexts(json: string | undefined): Readonly<Record<string, string>> {
  const read: unknown = JSON.parse(json ?? '{}');
  return Object.fromEntries(Object.entries(read ?? {}).map(([name, value]) => [name, String(value)]));
}

/** Returns `undefined` if the script of Stripe did not load. */
export function openStripe({ config }: Client): StripeJs | undefined {
  return window.Stripe?.(config.publishable_key ?? '', { locale: document.documentElement.lang });
}
