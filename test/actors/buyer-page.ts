import { expect } from 'vitest';

/** The buyer's side of a checkout: the forms of the page behind `continue_url`, sent as a browser sends them. */

type Fields = Readonly<Record<string, string>>;

/** The address that a form of the page goes to. */
export function formUrl(continueUrl: string, action: string): string {
  return `${continueUrl}/${action}`;
}

/** Sends a form without following where it leads. */
export function postForm(continueUrl: string, action: string, fields: Fields): Promise<Response> {
  return fetch(formUrl(continueUrl, action), {
    method: 'POST',
    body: new URLSearchParams({ ...fields }),
    redirect: 'manual',
  });
}

/** Where a form led: back to the page, and the code of what went wrong, if anything did. */
export async function problemOf(continueUrl: string, action: string, response: Response): Promise<string | null> {
  expect(response.status).toBe(303);
  const back = new URL(response.headers.get('location') ?? '', formUrl(continueUrl, action));
  expect(`${back.origin}${back.pathname}`).toBe(continueUrl);
  return back.searchParams.get('problem');
}

/** Opens the page, fills in the form of an action as it stands there, and sends it. Answers the problem, if any. */
export async function submitForm(continueUrl: string, action: string, filled: Fields = {}): Promise<string | null> {
  const page = await (await fetch(continueUrl)).text();
  const form = new RegExp(`<form method="post" action="[^"]*/${action}">(.*?)</form>`, 's').exec(page)?.[1];
  if (form === undefined) throw new Error(`the page has no form ${action}`);
  const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  return problemOf(continueUrl, action, await postForm(continueUrl, action, { ...fields, ...filled }));
}
