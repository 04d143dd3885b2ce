import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Command } from 'commander';
import { listeningUrl, readConfig } from '../../config.js';
import { framedPart, listPage, type MailPage, mailPage } from '../../mail/stored-mail-pages.js';
import { type Cli, commandWith } from '../command.js';
import { CommandError } from '../output.js';
import { wholeNumber } from '../whole-number.js';
import { listMails, readHeaders, readMail } from './stored-mails.js';

/** Loopback only: the page has no password. */
const HOST = '127.0.0.1';
/** Length of the part of the address that other users of this machine and web pages cannot know. */
const SECRET_BYTES = 24;

export function browseCommand(cli: Cli): Command {
  return commandWith('browse', 'show the mails in the folder of PORTAL_SMTP_URL in a browser of this machine', [])
    .option('--port <number>', 'port to listen on', '0')
    .action((options: { readonly port: string }) => browse(cli, portOf(options.port)));
}

function portOf(text: string): number {
  return wholeNumber('--port', text, 'must be between 0 and 65535', { max: 65_535 });
}

/** Serves the mails until the command is stopped. */
async function browse(cli: Cli, port: number): Promise<void> {
  const { mailServer } = readConfig(cli.env, {});
  if (mailServer?.kind !== 'file')
    throw new CommandError('PORTAL_SMTP_URL must name a folder, such as file:data/mail', 2);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const server = serveFolder(mailServer.folder, `/${secret}/`);
  server.listen(port, HOST);
  await once(server, 'listening').catch((error: unknown) => {
    throw new CommandError(`cannot listen: ${error instanceof Error ? error.message : String(error)}`);
  });
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  cli.output.out(`${listeningUrl(HOST, taken)}/${secret}/`);
  cli.onStarted?.();
  if (!cli.stop.aborted) await once(cli.stop, 'abort');
  server.close();
  server.closeAllConnections();
}

function serveFolder(folder: string, root: string): Server {
  return createServer((request, response) => {
    const path = request.url?.startsWith(root) ? request.url.slice(root.length) : undefined;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    findPage(folder, isRead ? path : undefined).then(
      (page) => (page ? response.writeHead(200, page.headers).end(page.text) : response.writeHead(404).end()),
      () => response.writeHead(500).end(),
    );
  });
}

/** @param path `` for the list, `NAME/` for a mail, `NAME/html` for its HTML part */
async function findPage(folder: string, path: string | undefined): Promise<MailPage | undefined> {
  if (path === '') return listPage(await listMails(folder));
  const [name = '', part, ...more] = path?.split('/') ?? [];
  const mail = more.length === 0 ? await readMail(folder, name) : undefined;
  if (!mail) return undefined;
  if (part === 'html') return framedPart(mail);
  return part === '' ? mailPage(mail, await readHeaders(folder, mail)) : undefined;
}
