import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { listenLocally } from '../support/listen-locally.js';

/** A request to a receiver. */
export interface Sent {
  readonly path: string;
  /** Id of the event. */
  readonly id: string;
  /** `type` in the body of the event. */
  readonly type: string;
  readonly subject: { readonly type: string; readonly id: string; readonly version: number };
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** A receiver's behavior: a status, with or without headers, or a fault. */
export type Answering =
  | number
  | 'hangs'
  | 'closes'
  | { readonly status: number; readonly headers: Readonly<Record<string, string>> };

/** A real HTTP server that acts as a merchant's or platform's receiver. Each path responds 200 unless configured. */
export class Receiver {
  readonly sent: Sent[] = [];
  private readonly ways = new Map<string, Answering>();
  private readonly documents = new Map<string, unknown>();
  private readonly server: Server;
  private waiting: (() => void)[] = [];
  url = '';

  constructor() {
    this.server = createServer((request, response) => void this.take(request, response));
  }

  async open(): Promise<void> {
    this.url = await listenLocally(this.server);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  answers(path: string, way: Answering): void {
    this.ways.set(path, way);
  }

  at(path: string): readonly Sent[] {
    return this.sent.filter((one) => one.path === path);
  }

  /** Waits until a path has received `count` requests. */
  async got(path: string, count: number): Promise<readonly Sent[]> {
    while (this.at(path).length < count) await this.next();
    return this.at(path);
  }

  /** Waits for the next request. */
  next(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Serves a document, such as a profile, at this path. */
  serves(path: string, document: unknown): void {
    this.documents.set(path, document);
  }

  private show(path: string, response: ServerResponse): void {
    const document = this.documents.get(path);
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document ?? null));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    if (request.method === 'GET') return void this.show(path, response);
    const { type, subject } = JSON.parse(body);
    const id = String(request.headers['webhook-id']);
    this.sent.push({ path, id, type, subject, body, headers: request.headers });
    const told = this.waiting;
    this.waiting = [];
    for (const tell of told) tell();
    const way = this.ways.get(path) ?? 200;
    if (way === 'closes') response.destroy();
    else if (typeof way === 'number') response.writeHead(way).end('{}');
    else if (way !== 'hangs') response.writeHead(way.status, way.headers).end();
  }
}
