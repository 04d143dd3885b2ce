import type { McpUiHostCapabilities, McpUiHostContext } from '@modelcontextprotocol/ext-apps';
import { members, text } from './members.js';

/**
 * The view's end of the MCP Apps protocol (revision 2026-01-26): JSON-RPC over postMessage with the host that frames
 * the view. It does not use the SDK, whose implementation is nine times the maximum size of the whole view.
 */
export interface Host {
  readonly can: McpUiHostCapabilities;
  /** @throws Error when the host rejects the request */
  request(method: string, params: object): Promise<unknown>;
  notify(method: string, params?: object): void;
}

interface Listeners {
  /** Receives the notifications of the host, except changes of its context. */
  notified(method: string, params: unknown): void;
  context(context: McpUiHostContext): void;
}

const PROTOCOL = '2026-01-26';

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Connects to the host. The listener is added first, so no message of the host is missed. */
export async function connect(listeners: Listeners): Promise<Host> {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const send = (message: object) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const request: Host['request'] = (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      send({ id: last, method, params });
    });
  window.addEventListener('message', ({ source, data }) => {
    const message = members(data);
    // Messages from other frames are ignored.
    if (source !== window.parent || message.jsonrpc !== '2.0') return;
    if (typeof message.method !== 'string') settle(waiting, message);
    else if (message.id !== undefined) send(answerTo(message.method, message.id));
    else if (message.method === 'ui/notifications/host-context-changed') listeners.context(members(message.params));
    else listeners.notified(message.method, message.params);
  });
  const answer = members(
    await request('ui/initialize', {
      protocolVersion: PROTOCOL,
      appInfo: { name: 'commerce-cart', version: '1' },
      appCapabilities: {},
    }),
  );
  listeners.context(members(answer.hostContext));
  const notify: Host['notify'] = (method, params = {}) => send({ method, params });
  return { can: members(answer.hostCapabilities), request, notify };
}

function settle(waiting: Map<number, Waiting>, { id, result, error }: Readonly<Record<string, unknown>>): void {
  const call = waiting.get(Number(id));
  if (!call) return;
  waiting.delete(Number(id));
  if (error === undefined) call.resolve(result);
  else call.reject(new Error(text(members(error).message) || 'The host has refused.'));
}

/** Accepts pings and the request to end, for which the view has nothing to clean up. Rejects other requests. */
function answerTo(method: string, id: unknown): object {
  if (method === 'ping' || method === 'ui/resource-teardown') return { id, result: {} };
  return { id, error: { code: -32601, message: `Method not found: ${method.slice(0, 64)}` } };
}
