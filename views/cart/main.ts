import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps';
import { type Cart, cartOf } from './cart.js';
import { element } from './dom.js';
import { connect, type Host } from './host.js';
import { members, text } from './members.js';
import { type Offered, render } from './render.js';
import { problemText, word } from './words.js';

/** The view of a cart. It shows the response of a tool, and calls tools to make the buyer's changes. */

const main = document.querySelector('main') ?? document.body;
let host: Host | undefined;
let cart: Cart | undefined;
/** Id of the checkout in the call that the view belongs to. It is known even if the call was rejected. */
let checkoutId: string | undefined;

function onContext({ theme, styles }: McpUiHostContext): void {
  if (theme) document.documentElement.dataset.theme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (value !== undefined) document.documentElement.style.setProperty(name, value);
}

function onNotification(method: string, params: unknown): void {
  if (method === 'ui/notifications/tool-input') {
    const { checkout_id } = members(members(params).arguments);
    if (typeof checkout_id === 'string') checkoutId = checkout_id;
  }
  if (method === 'ui/notifications/tool-result') void showResult(params);
  if (method === 'ui/notifications/tool-cancelled') say(word('stopped'));
}

/** Shows a response immediately, then loads the whole checkout, which has the pictures. */
async function showResult(result: unknown): Promise<void> {
  const answer = answerOf(result);
  show(cartOf(answer, document.documentElement.lang), problemOf(answer));
  if (checkoutId !== undefined && host?.can.serverTools) await reload(problemOf(answer));
}

function show(next: Cart | undefined, problem?: string): void {
  cart = next ?? cart;
  checkoutId = cart?.id ?? checkoutId;
  main.replaceChildren(...(cart ? render(cart, offered()) : []));
  if (problem !== undefined) say(problem);
}

function say(problem: string): void {
  main.append(element('p', { className: 'problem', role: 'alert' }, problem));
}

function offered(): Offered {
  const tools = host?.can.serverTools;
  return {
    setQuantity:
      tools &&
      (({ id, title }, quantity) => {
        const [tool, args] = quantity > 0 ? ['update_line_item', { quantity }] : ['remove_line_item', {}];
        void change(tool, { line_item_id: id, ...args }, `${title}: quantity ${quantity}`);
      }),
    choose:
      tools && (({ id, title }) => void change('select_fulfillment', { selected_option_id: id }, `Delivery: ${title}`)),
    open: host?.can.openLinks && ((url) => void open(url)),
  };
}

/** Performs a change. Reloads the cart even if the change fails, so that the buyer always sees its present state. */
async function change(tool: string, args: object, done: string): Promise<void> {
  for (const control of main.querySelectorAll<HTMLButtonElement | HTMLInputElement>('button, input'))
    control.disabled = true;
  const problem = problemOf(await call(tool, { checkout_id: cart?.id, ...args }));
  await reload(problem);
  if (problem === undefined) tell(`The person changed the cart in its view. ${done}.`);
}

async function reload(problem?: string): Promise<void> {
  const answer = await call('get_checkout', { checkout_id: checkoutId });
  show(cartOf(answer, document.documentElement.lang), problem ?? problemOf(answer));
}

/** Calls a tool. Returns its response, or an error response if the host cannot make the call. */
async function call(name: string, args: object): Promise<unknown> {
  try {
    return answerOf(await host?.request('tools/call', { name, arguments: args }));
  } catch {
    return { error: 'other' };
  }
}

/** Reads the response from the text of a result, which is complete; structured content may be missing. */
function answerOf(result: unknown): unknown {
  const { content } = members(result);
  const blocks = Array.isArray(content) ? content.map((block) => text(members(block).text)) : [];
  try {
    return JSON.parse(blocks.join(''));
  } catch {
    return { error: 'other' };
  }
}

/** Returns the text of an error for the buyer, because the response's own texts are for agents. */
function problemOf(answer: unknown): string | undefined {
  const { error } = members(answer);
  return error === undefined ? undefined : problemText(text(error));
}

async function open(url: string): Promise<void> {
  if (!/^https?:/.test(url)) return;
  try {
    const { isError } = members(await host?.request('ui/open-link', { url }));
    if (isError !== true) return;
  } catch {
    // Treated like a rejection: the buyer is shown the address.
  }
  say(word('link_not_opened').replace('{}', () => url));
}

/** Tells the model about a change, so that the model knows of the change in its next turn. */
function tell(done: string): void {
  if (!host?.can.updateModelContext) return;
  host.request('ui/update-model-context', { content: [{ type: 'text', text: done }] }).catch(() => undefined);
}

function reportSize(to: Host): void {
  new ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    to.notify('ui/notifications/size-changed', { width: Math.ceil(width), height: Math.ceil(height) });
  }).observe(document.documentElement);
}

host = await connect({ notified: onNotification, context: onContext });
host.notify('ui/notifications/initialized');
reportSize(host);
