import { execFileSync } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from './listen-locally.js';

/** Endpoint to which npm sends all packages of a tree to get their advisories. */
const ADVISORIES = '/-/npm/v1/security/advisories/bulk';

/** Starts a local npm registry that reports a high-severity advisory for every version of a package. */
export async function startAdvisingRegistry(name: string): Promise<{ url: string; close(): Promise<void> }> {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    if (path === ADVISORIES) return response.end(JSON.stringify({ [name]: [ADVISORY] }));
    const found = await fetch(new URL(path.slice(1), registry), {
      headers: { accept: request.headers.accept ?? '*/*' },
    });
    const body = Buffer.from(await found.arrayBuffer());
    response.writeHead(found.status, { 'content-type': found.headers.get('content-type') ?? '' }).end(body);
  };
  const server = createServer((request, response) => {
    request.resume();
    answer(request, response).catch((error) => response.writeHead(502).end(String(error)));
  });
  return {
    url: await listenLocally(server),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const ADVISORY = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Example',
  severity: 'high',
  vulnerable_versions: '*',
  cwe: [],
  cvss: { score: 7.5, vectorString: null },
};
