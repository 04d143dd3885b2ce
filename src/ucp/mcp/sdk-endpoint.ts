import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import type { BindingDeps } from '../call-operation.js';
import { protocolServer, ucpTools } from './server.js';

/** Answers MCP messages other than tool calls with the SDK. */
export interface SdkEndpoint {
  serve(request: Request, response: Response, body: unknown): Promise<void>;
  /** Ends the open streams. */
  close(): Promise<void>;
}

export function sdkEndpoint({ operations, log, streams }: BindingDeps): SdkEndpoint {
  const tools = ucpTools(operations);
  const handler = createMcpHandler(() => protocolServer(tools), {
    onerror: (error) => log.debug('mcp_refused', { fault: error.message }),
    maxSubscriptions: streams.most,
  });
  const serve = toNodeHandler(handler);
  return { serve: (request, response, body) => serve(request, response, body), close: () => handler.close() };
}
