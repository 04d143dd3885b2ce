import { required } from '../../src/domain/values/required.js';
import { send } from '../support/http-client.js';
import type { TestPortal } from '../support/portal.js';

/** A page that a visitor has received. */
export interface Visited {
  readonly status: number;
  /** Path and query of the page, after redirects. */
  readonly path: string;
  readonly text: string;
  readonly headers: Headers;
}

/** A browser without scripts: it keeps cookies, follows redirects, and sends forms with their hidden fields. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  private readonly portal: Pick<TestPortal, 'url'>;
  private readonly language: string;

  constructor(portal: Pick<TestPortal, 'url'>, language = 'en') {
    this.portal = portal;
    this.language = language;
  }

  get(path: string): Promise<Visited> {
    return this.load('GET', path, undefined);
  }

  /** Sends fields as a form, and follows the redirect. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Visited> {
    return this.load('POST', path, fields);
  }

  /** Sends the form of a page that has this path as its action, with its hidden fields and the given ones. */
  submit(page: Visited, action: string, fields: Readonly<Record<string, string>> = {}): Promise<Visited> {
    const target = new URL(action, `${this.portal.url}${page.path}`).pathname;
    return this.post(target, { ...hiddenFields(page.text, action), ...fields });
  }

  /** Sends fields and a file as a form does, and follows the redirect. */
  async upload(
    path: string,
    fields: Readonly<Record<string, string>>,
    file?: { readonly name: string; readonly text: string },
  ): Promise<Visited> {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    if (file) data.set('file', new File([file.text], file.name));
    const encoded = new Response(data);
    const body = { type: encoded.headers.get('content-type') ?? '', text: await encoded.text() };
    return this.follow(await this.exchange('POST', path, body, {}), path);
  }

  private async load(
    method: string,
    path: string,
    fields: Readonly<Record<string, string>> | undefined,
  ): Promise<Visited> {
    return this.follow(await this.send(method, path, fields), path);
  }

  private async follow(answer: Omit<Visited, 'path'>, path: string): Promise<Visited> {
    const target = answer.headers.get('location');
    if (target === null) return { ...answer, path };
    const next = new URL(target, `${this.portal.url}${path}`);
    if (next.origin !== new URL(this.portal.url).origin) throw new Error(`redirect to ${next}`);
    return this.load('GET', `${next.pathname}${next.search}`, undefined);
  }

  /** Sends one request with the cookies, and follows no redirect. */
  async send(
    method: string,
    path: string,
    fields?: Readonly<Record<string, string>>,
    more: Readonly<Record<string, string>> = {},
  ) {
    const body = fields && { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(fields).toString() };
    return this.exchange(method, path, body, more);
  }

  private async exchange(
    method: string,
    path: string,
    body: { readonly type: string; readonly text: string } | undefined,
    more: Readonly<Record<string, string>>,
  ) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      ...more,
      'accept-language': this.language,
      accept: 'text/html',
      ...(cookie !== '' && { cookie }),
      ...(body && { 'content-type': body.type }),
    };
    const answer = await send(`${this.portal.url}${path}`, method, headers, body?.text);
    for (const set of answer.headers.getSetCookie()) this.keep(set);
    return answer;
  }

  private keep(set: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (/Max-Age=0\b/.test(set)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Returns the form token of a page. */
export function tokenIn({ text }: Pick<Visited, 'text'>): string {
  return required(/name="form_token" value="([^"]+)"/.exec(text)?.[1], 'form token');
}

/** Returns the hidden fields of the form with this action, or of a page's form with a button that has it. */
function hiddenFields(text: string, action: string): Record<string, string> {
  const forms = text.split('<form').slice(1);
  const form = forms.find((one) => one.split('</form>', 1)[0]?.includes(`action="${action}"`));
  if (form === undefined) throw new Error(`no form with the action ${action}`);
  const [own = ''] = form.split('</form>', 1);
  const fields = [...own.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
}
