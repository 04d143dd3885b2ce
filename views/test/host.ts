import type { CallToolResult } from '@modelcontextprotocol/client';
import { AppBridge, type McpUiHostContext, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/**
 * A host with the official bridge, for test/pages/cart-view.test.ts. The test provides the first three functions below
 * and calls the others.
 */

declare global {
  interface Window {
    callTool(name: string, args: Record<string, unknown>): Promise<CallToolResult>;
    openLink(url: string): Promise<boolean>;
    updateModel(text: string): Promise<void>;
    openView(html: string, context: McpUiHostContext, isPlain: boolean): Promise<void>;
    toolResult(args: Record<string, unknown>, result: CallToolResult): Promise<void>;
    changeContext(context: McpUiHostContext): void;
  }
}

let bridge: AppBridge | undefined;

/** Frames a view, and resolves when it is ready. A plain host can only show the view. */
window.openView = async (html, context, isPlain) => {
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.title = 'The cart';
  document.body.replaceChildren(frame);
  const { contentWindow } = frame;
  if (!contentWindow) throw new Error('the frame has no window');
  const able = isPlain ? {} : { serverTools: {}, openLinks: {}, updateModelContext: { text: {} } };
  const made = new AppBridge(null, { name: 'test-host', version: '1.0.0' }, able, { hostContext: context });
  made.oncalltool = ({ name, arguments: args = {} }) => window.callTool(name, args);
  made.onopenlink = async ({ url }) => ({ isError: !(await window.openLink(url)) });
  made.onupdatemodelcontext = async ({ content = [] }) => {
    await window.updateModel(content.map((block) => (block.type === 'text' ? block.text : '')).join(''));
    return {};
  };
  made.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  };
  const ready = new Promise<void>((resolve) => {
    made.oninitialized = () => resolve();
  });
  await made.connect(new PostMessageTransport(contentWindow, contentWindow));
  frame.srcdoc = html;
  await ready;
  bridge = made;
};

window.toolResult = async (args, result) => {
  await bridge?.sendToolInput({ arguments: args });
  await bridge?.sendToolResult(result);
};

window.changeContext = (context) => bridge?.setHostContext(context);
