import { onPayment } from '../paying.js';
import { type Client, findClient, openStripe } from './client.js';
import type { StripeElements, StripeJs } from './stripe-js.js';

/**
 * Shows the Payment Element as soon as the form has a place for it, and makes a confirmation token of the entries before
 * the payment is sent. Without a token the buyer pays on a page of Stripe.
 */
export function showPaymentElement(form: HTMLFormElement): void {
  let mounted: Mounted | undefined;
  const show = () => {
    const client = findClient(form);
    if (client && mounted?.place.isConnected) mounted.update(client);
    else mounted = client && mount(client);
  };
  show();
  // The rest of the form is replaced after every save.
  new MutationObserver(show).observe(form, { subtree: true, childList: true, attributeFilter: ['data-config'] });
  onPayment(form, async () => (mounted?.isChosen() ? mounted.makeToken(form) : undefined));
}

function mount(client: Client): Mounted | undefined {
  const place = client.part.querySelector<HTMLElement>('.mount');
  const stripe = openStripe(client);
  return stripe && place ? new Mounted(stripe, client, place) : undefined;
}

class Mounted {
  readonly place: HTMLElement;
  private readonly stripe: StripeJs;
  private readonly elements: StripeElements;
  private readonly field: string;
  private amount: string | undefined;

  constructor(stripe: StripeJs, { part, config }: Client, place: HTMLElement) {
    this.place = place;
    this.stripe = stripe;
    this.field = part.dataset.field ?? '';
    this.amount = config.amount;
    this.elements = stripe.elements({
      mode: 'payment',
      amount: Number(config.amount),
      currency: config.currency,
      captureMethod: config.capture_method,
      ...(config.allowed && { allowedPaymentMethodTypes: config.allowed.split(' ') }),
      ...(config.excluded && { excludedPaymentMethodTypes: config.excluded.split(' ') }),
      appearance: appearanceOf(getComputedStyle(document.body)),
    });
    place.replaceChildren();
    // Marks what a save must not replace.
    place.dataset.mounted = '';
    this.elements.create('payment', { layout: 'tabs' }).mount(place);
  }

  update({ config: { amount } }: Client): void {
    if (amount === this.amount) return;
    this.amount = amount;
    this.elements.update({ amount: Number(amount) });
  }

  isChosen(): boolean {
    return this.place.closest('.method')?.querySelector('[name=handler_id]:checked') !== null;
  }

  /** Puts the token into the form. Resolves to the reason if there is none. */
  async makeToken(form: HTMLFormElement): Promise<string | undefined> {
    const { elements } = this;
    const checked = await elements.submit();
    if (checked.error) return checked.error.type === 'validation_error' ? '' : (checked.error.message ?? '');
    const { confirmationToken, error } = await this.stripe.createConfirmationToken({ elements });
    if (!confirmationToken) return error?.message ?? '';
    const field = form.elements.namedItem(this.field);
    const input = field instanceof HTMLInputElement ? field : document.createElement('input');
    Object.assign(input, { type: 'hidden', name: this.field, value: confirmationToken.id });
    form.append(input);
    return undefined;
  }
}

/** Colors of the page, which the frames of Stripe do not see. */
function appearanceOf(style: CSSStyleDeclaration): object {
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe',
    variables: {
      colorPrimary: color('link'),
      colorBackground: color('page'),
      colorText: color('text'),
      colorDanger: color('bad'),
    },
  };
}
