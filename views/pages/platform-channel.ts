/** Messages between a page and the platform that shows it in a frame, a window or a web view (UCP, Embedded Protocol). */

export type Message = Readonly<Record<string, unknown>>;

interface NativeHost {
  /** @param message JSON */
  postMessage(message: string): void;
}

declare global {
  interface Window {
    readonly EmbeddedActionProtocolConsumer?: NativeHost;
    readonly webkit?: { readonly messageHandlers?: { readonly EmbeddedActionProtocolConsumer?: NativeHost } };
    EmbeddedActionProtocol?: NativeHost;
  }
}

/** Returns the function that sends a message; `undefined` if no platform shows the page. */
export function openChannel(receive: (message: Message) => void): ((message: Message) => void) | undefined {
  const native =
    window.EmbeddedActionProtocolConsumer ?? window.webkit?.messageHandlers?.EmbeddedActionProtocolConsumer;
  if (native) {
    window.EmbeddedActionProtocol = { postMessage: (message) => receive(messageOf(message)) };
    return (message) => native.postMessage(JSON.stringify(message));
  }
  const host: Window | null = window.opener ?? (window.parent === window ? null : window.parent);
  if (!host) return undefined;
  addEventListener('message', ({ source, data }) => {
    if (source === host) receive(messageOf(data));
  });
  // Any platform may show the page, and the messages hold no secret.
  return (message) => host.postMessage(message, '*');
}

function messageOf(data: unknown): Message {
  const value: unknown = typeof data === 'string' ? parsed(data) : data;
  return Object.fromEntries(Object.entries(value ?? {}));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
