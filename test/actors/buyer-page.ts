/** The buyer's side of a checkout: submits the form of the page behind `continue_url` as a browser would. */

type Fields = Readonly<Record<string, string>>;

/** Target URL of a button's form. */
export function formUrl(continueUrl: string, action: string): string {
  return `${continueUrl}/${action}`;
}

/** Sends a form without following the redirect. */
export function postForm(continueUrl: string, action: string, fields: Fields): Promise<Response> {
  return fetch(formUrl(continueUrl, action), {
    method: 'POST',
    body: new URLSearchParams({ ...fields }),
    redirect: 'manual',
  });
}

/**
 * Returns null if the form succeeded, otherwise an HTTP status or an error code (`invalid_request` for invalid
 * entries).
 */
export async function problemOf(response: Response): Promise<string | null> {
  if (response.status !== 303) return String(response.status);
  const page = await follow(response);
  const [, code] = /role="alert"[^>]* data-code="(\w+)"/.exec(page) ?? [];
  return code ?? (page.includes('role="alert"') ? 'invalid_request' : null);
}

/** Opens the redirect target with the redirect's cookie. Returns the page. */
export async function follow(response: Response): Promise<string> {
  const to = new URL(response.headers.get('location') ?? '', response.url);
  const cookie = response.headers.getSetCookie().map((one) => one.split(';', 1)[0] ?? '');
  return (await fetch(to, { headers: { cookie: cookie.join('; ') } })).text();
}

/** Opens the page, fills in the form's fields, and presses a button. Returns the same as `problemOf`. */
export async function submitForm(continueUrl: string, action: string, filled: Fields = {}): Promise<string | null> {
  return problemOf(await postForm(continueUrl, action, { ...(await hiddenFields(continueUrl)), ...filled }));
}

/** Reads the hidden fields, the checked boxes and the age button of the page: cart version, total, required age. */
export async function hiddenFields(continueUrl: string): Promise<Record<string, string>> {
  const page = await (await fetch(continueUrl)).text();
  const hidden = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
  const checked = page.matchAll(/<input type="checkbox" id="\w+" name="(\w+)" value="([^"]*)" checked/g);
  const asked = page.matchAll(/<button class="\w+" name="(years)" value="(\d+)"/g);
  return Object.fromEntries([...hidden, ...checked, ...asked].map(([, name = '', value = '']) => [name, value]));
}
