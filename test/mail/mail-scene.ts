import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { expect } from 'vitest';
import type { RenderedMail } from '../../src/mail/render-blocks.js';
import { networkConnector } from '../../src/outbound/connector.js';
import { type Shopper, shopper } from '../actors/shopper.js';
import { LOOK_EVERY } from '../delivery/scene.js';
import { type Options, startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { anotherKey } from '../support/tenants.js';

/** A portal that stores mail in a folder, with a clock that the test advances. */
export interface MailScene {
  readonly portal: TestPortal;
  readonly clock: ReturnType<typeof stillClock>;
  readonly folder: string;
  /** A merchant, who may also buy. */
  readonly merchant: Shopper;
  /** Waits until the folder has this many mails, and returns them in the order of their names. */
  mails(count: number): Promise<readonly ParsedMail[]>;
}

export async function openMailScene(options: Options = {}): Promise<MailScene> {
  const folder = temporaryFolder();
  const clock = stillClock();
  const portal = await startPortal({
    clock,
    poster: networkConnector,
    delivery: { pollIntervalMs: LOOK_EVERY },
    ...options,
    env: { PORTAL_SMTP_URL: `file:${folder}`, ...options.env },
  });
  const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  return {
    portal,
    clock,
    folder,
    merchant: shopper(portal, { key }),
    async mails(count) {
      await expect.poll(() => mailFiles(folder).length).toBe(count);
      return Promise.all(mailFiles(folder).map((name) => simpleParser(readFileSync(join(folder, name)))));
    },
  };
}

function mailFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .toSorted();
}

/** Returns a mail as text without its random parts, for snapshots. */
export function stillText({ portal }: MailScene, { subject, text }: Pick<RenderedMail, 'subject' | 'text'>): string {
  return `${subject}\n\n${text}`
    .replaceAll(portal.url, 'https://shop.test')
    .replaceAll(/\b(ord|pay|chk)_[\w.-]+/g, '$1_1');
}
