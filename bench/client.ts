import { Agent, type IncomingMessage, request } from 'node:http';

/** A benchmark request. */
export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** A client with a fixed number of keep-alive connections to one server. */
export class Client {
  private readonly url: URL;
  private readonly agent: Agent;

  constructor(url: string, connections: number) {
    this.url = new URL(url);
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Reads the whole response and returns its text. */
  async text(sent: Sent): Promise<string> {
    const response = await this.send(sent);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    if (!isDone(response)) throw new Error(`${sent.method} ${sent.path}: ${response.statusCode} ${text}`);
    return text;
  }

  async json(sent: Sent): Promise<unknown> {
    return JSON.parse(await this.text(sent));
  }

  /** Consumes the response and checks only its status. */
  async run(sent: Sent): Promise<void> {
    const response = await this.send(sent);
    response.resume();
    await new Promise<void>((resolve, reject) => response.once('end', resolve).once('error', reject));
    if (!isDone(response)) throw new Error(`${sent.method} ${sent.path}: ${response.statusCode}`);
  }

  close(): void {
    this.agent.destroy();
  }

  private send({ method, path, headers, body }: Sent): Promise<IncomingMessage> {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const { hostname, port } = this.url;
    const all = bytes
      ? { ...headers, 'content-type': 'application/json', 'content-length': bytes.length }
      : { ...headers };
    return new Promise((resolve, reject) => {
      const sending = request({ hostname, port, method, path, headers: all, agent: this.agent }, resolve);
      sending.once('error', reject);
      sending.end(bytes);
    });
  }
}

/** Operations that create an object return 201, events 204, all others 200. */
function isDone({ statusCode = 0 }: IncomingMessage): boolean {
  return [200, 201, 204].includes(statusCode);
}
