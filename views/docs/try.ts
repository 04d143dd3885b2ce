import { all, create, find } from './dom.js';
import { demoKeys } from './keys.js';
import { lastId, rememberedKey, rememberIds, rememberKey } from './remembered.js';

/** Shows the form of an operation, and sends it from this page. */
export function offerTry(): void {
  const section = find('[data-try]', HTMLElement);
  const form = section && find('form', HTMLFormElement, section);
  const answer = section && find('[data-answer]', HTMLElement, section);
  if (!section || !form || !answer) return;
  for (const input of fieldsOf(form, 'path')) input.value = lastId(input.value);
  for (const input of fieldsOf(form, 'header')) if (input.required) input.value = newKey();
  section.hidden = false;
  fillInKey(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, answer);
  });
}

/**
 * Fills in the key that last worked in this tab. If there is none, or it is a demo key without the required scope,
 * fills in a demo key that has the scope.
 */
function fillInKey(form: HTMLFormElement): void {
  const input = find('#key', HTMLInputElement, form);
  if (!input) return;
  input.value = rememberedKey();
  const keys = demoKeys();
  const known = keys.find(({ key }) => key === input.value);
  const scope = form.dataset.scope ?? '';
  if (input.value !== '' && (!known || known.scopes.includes(scope))) return;
  const fitting = keys.find(({ scopes }) => scopes.includes(scope));
  input.value = fitting?.key ?? '';
  const hint = find('#key-hint', HTMLElement, form);
  if (fitting) hint?.append(" It is filled in with the demo's.");
  else if (keys.length > 0) hint?.append(' No key of the demo has it.');
}

/** Returns a new idempotency key, the only header that can be required. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Sends one call at a time: a second click during a call does nothing. */
async function send(form: HTMLFormElement, answer: HTMLElement): Promise<void> {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  answer.replaceChildren(create('p', { textContent: 'Sending …' }));
  try {
    const key = find('#key', HTMLInputElement, form)?.value.trim() ?? '';
    const response = await fetch(urlOf(form), requestOf(form, key));
    const text = await response.text();
    if (response.ok) rememberKey(key);
    show(answer, response, text);
  } catch {
    answer.replaceChildren(create('p', { className: 'problem', textContent: 'The portal did not answer.' }));
  } finally {
    form.ariaBusy = 'false';
  }
}

function fieldsOf(form: HTMLFormElement, kind: string): HTMLInputElement[] {
  return all('input', HTMLInputElement, form).filter(({ name }) => name.startsWith(`${kind}.`));
}

/** Returns the names and values of the fields that are filled in. */
function filledIn(form: HTMLFormElement, kind: string): [string, string][] {
  return fieldsOf(form, kind)
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => [name.slice(kind.length + 1), value]);
}

function urlOf(form: HTMLFormElement): string {
  const path = filledIn(form, 'path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path ?? '',
  );
  const query = new URLSearchParams(filledIn(form, 'query')).toString();
  return query === '' ? path : `${path}?${query}`;
}

function requestOf(form: HTMLFormElement, key: string): RequestInit {
  const body = find('textarea', HTMLTextAreaElement, form)?.value;
  return {
    method: form.dataset.method ?? 'GET',
    headers: {
      'x-api-key': key,
      ...Object.fromEntries(filledIn(form, 'header')),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    credentials: 'omit',
    cache: 'no-store',
  };
}

function show(answer: HTMLElement, response: Response, text: string): void {
  const etag = response.headers.get('etag');
  const status = `${response.status}${response.statusText && ` ${response.statusText}`}${etag === null ? '' : `, ETag ${etag}`}`;
  const code = create('pre', { className: 'code', tabIndex: 0, role: 'region', ariaLabel: 'Answer' }, pretty(text));
  answer.replaceChildren(create('p', { className: response.ok ? 'done' : 'problem', textContent: status }), code);
}

/** Indents JSON and remembers the ids in it. Returns any other text unchanged. */
function pretty(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    rememberIds(body);
    return JSON.stringify(body, undefined, 2);
  } catch {
    return text;
  }
}
