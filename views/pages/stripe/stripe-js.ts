/** The part of Stripe.js that the page uses. */

export interface StripeError {
  /** In the language of the page. */
  readonly message?: string;
  readonly type?: string;
}

export interface StripeElements {
  create(type: 'payment', options: object): { mount(place: HTMLElement): void };
  /** Checks the entries, and shows what is wrong with them. */
  submit(): Promise<{ readonly error?: StripeError }>;
  update(options: { readonly amount: number }): void;
}

export interface StripeJs {
  elements(options: object): StripeElements;
  createConfirmationToken(options: {
    readonly elements: StripeElements;
  }): Promise<{ readonly confirmationToken?: { readonly id: string }; readonly error?: StripeError }>;
  handleNextAction(options: { readonly clientSecret: string }): Promise<unknown>;
}

declare global {
  interface Window {
    /** Absent if the script of Stripe did not load. */
    readonly Stripe?: (publishableKey: string, options: { readonly locale: string }) => StripeJs;
  }
}
