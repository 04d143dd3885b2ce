/** Lets a provider's script do its part before the payment is sent, such as making a token. */

/** Resolves to a text if the payment cannot be sent; to an empty one if the script shows the reason itself. */
type Prepare = () => Promise<string | undefined>;

const EVENT = 'prepare-payment';

export function onPayment(form: HTMLFormElement, prepare: Prepare): void {
  form.addEventListener(EVENT, (event) => {
    if (event instanceof CustomEvent && Array.isArray(event.detail)) event.detail.push(prepare());
  });
}

/** Resolves to the reason of a script why the payment cannot be sent, if there is one. */
export async function preparePayment(form: HTMLFormElement): Promise<string | undefined> {
  const prepared: Promise<string | undefined>[] = [];
  form.dispatchEvent(new CustomEvent(EVENT, { detail: prepared }));
  return (await Promise.all(prepared)).find((reason) => reason !== undefined);
}
