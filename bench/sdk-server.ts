import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import express from 'express';
import { z } from 'zod';
import { listen } from './listen.js';

/** Second baseline for MCP calls, besides the echo: the bare SDK server, with one tool that returns a constant text. */
const [, , characters = '1000'] = process.argv;
const text = 'x'.repeat(Number(characters));
const inputSchema = z.strictObject({ checkout_id: z.string().optional() });

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' });
  server.registerTool('get_cart', { description: 'Answers a constant text', inputSchema }, () => ({
    content: [{ type: 'text', text }],
  }));
  return server;
});
const serve = toNodeHandler(handler);
const app = express();
app.use(express.json());
app.all('/mcp', (request, response) => serve(request, response, request.body));

await listen(app);
