import { createServer } from 'node:http';
import { listenLocally } from '../support/listen-locally.js';

type Alter = (path: string, bytes: Buffer) => Buffer | undefined;

/** A proxy that alters another server's responses. It returns 404 if `alter` returns `undefined`. */
export class AlteringProxy {
  url = '';
  /** By default, forwards responses unchanged. */
  alter: Alter = (_path, bytes) => bytes;
  private readonly server;

  constructor(target: string) {
    this.server = createServer((request, response) => {
      const path = request.url ?? '';
      void fetch(`${target}${path}`).then(async (answer) => {
        const bytes = Buffer.from(await answer.arrayBuffer());
        const shown = answer.ok ? this.alter(path, bytes) : bytes;
        response.writeHead(shown ? answer.status : 404).end(shown);
      });
    });
  }

  async start(): Promise<void> {
    this.url = await listenLocally(this.server);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
