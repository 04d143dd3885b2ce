import { randomUUID } from 'node:crypto';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser, Frame, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { onTestFinished } from 'vitest';
import type { TestPortal } from '../support/portal.js';

type Args = Readonly<Record<string, unknown>>;

/** A chat that contains the cart view. The view shows results of the agent's calls, and calls tools for the person. */
export interface Chat {
  readonly page: Page;
  readonly frame: Frame;
  /** URLs that the view asked the host to open. */
  readonly opened: readonly string[];
  /** Messages from the view to the model. */
  readonly told: readonly string[];
  /** Console problems and failed requests of the view. */
  readonly complaints: readonly string[];
  /** Calls a tool as the agent; the view receives the result. */
  agent(tool: string, args?: Args): Promise<void>;
  /** Sends a result to the view. */
  show(args: Args, result: CallToolResult): Promise<void>;
}

export async function connected({ url, demo }: TestPortal, key = demo.deployment_key): Promise<Client> {
  const client = new Client({ name: 'test-host', version: '1.0.0' });
  const headers = { 'x-api-key': key, 'x-buyer-id': randomUUID() };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

/** Returns the view's page as a host would frame it, with the content security policy from its metadata. */
export async function viewPage(client: Client): Promise<string> {
  const { contents } = await client.readResource({ uri: 'ui://commerce/cart' });
  const [content] = contents;
  if (!content || !('text' in content)) throw new Error('the view is no text');
  const domains = JSON.stringify(content._meta?.ui).match(/http:\/\/127\.0\.0\.1:\d+/g) ?? [];
  const policy = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src ${domains.join(' ')}`;
  return content.text.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
}

export interface ChatOptions {
  readonly theme?: 'light' | 'dark';
  /** True for a host that does not let the view call tools or open links. */
  readonly isPlain?: boolean;
}

let hostScript: Promise<string> | undefined;

export async function openChat(browser: Browser, client: Client, options: ChatOptions = {}): Promise<Chat> {
  hostScript ??= bundled();
  const [script, html] = await Promise.all([hostScript, viewPage(client)]);
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 480, height: 900 } });
  onTestFinished(() => context.close());
  const [opened, told, complaints]: string[][] = [[], [], []];
  // The bridge logs each message at a lower level; only warnings and errors are problems.
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints?.push(message.text());
  });
  context.on('weberror', (error) => complaints?.push(error.error().message));
  context.on('requestfailed', (request) => complaints?.push(request.url()));
  const page = await context.newPage();
  await page.exposeFunction('callTool', (name: string, args: Args) =>
    client.callTool({ name, arguments: { ...args } }),
  );
  await page.exposeFunction('openLink', (url: string) => Boolean(opened?.push(url)));
  await page.exposeFunction('updateModel', (text: string) => void told?.push(text));
  await page.setContent('<!doctype html><html lang="en"><title>Chat</title><body></body></html>');
  await page.addScriptTag({ content: script, type: 'module' });
  await page.waitForFunction('window.openView');
  const { theme = 'light', isPlain = false } = options;
  const given = [html, { theme, locale: 'en-US' }, isPlain].map((value) => JSON.stringify(value));
  await page.evaluate(`openView(${given.join(', ')})`);
  const frame = page.frames().find((one) => one !== page.mainFrame());
  if (!frame) throw new Error('the view has no frame');
  const show: Chat['show'] = async (args, result) => {
    await page.evaluate(`toolResult(${JSON.stringify(args)}, ${JSON.stringify(result)})`);
  };
  return {
    page,
    frame,
    opened: opened ?? [],
    told: told ?? [],
    complaints: complaints ?? [],
    show,
    agent: async (name, args = {}) => show(args, await client.callTool({ name, arguments: { ...args } })),
  };
}

async function bundled(): Promise<string> {
  const bundle = await rolldown({ input: 'views/test/host.ts', platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return output[0].code;
}
