import type { BrowserContextOptions, Page } from 'playwright-core';
import { type Options, startPortal, type TestPortal } from '../support/portal.js';
import { type Agent, type LineInput, openAgent } from './agent.js';
import { openAuditor } from './audit.js';
import { closeWindows, openBrowser } from './browser.js';
import { openPerson, type Person } from './person.js';
import { Windows } from './windows.js';

/** A portal with agents that shop in it, and a browser for buyers. */
export interface Stage {
  readonly portal: TestPortal;
  /** Browser page in which pages are audited. */
  readonly auditor: Page;
  /** Creates an agent with a cart of these lines. */
  agent(lines?: readonly LineInput[]): Promise<Agent>;
  /** Creates a person who opens a URL. */
  person(url: string, options?: BrowserContextOptions): Promise<Person>;
  close(): Promise<void>;
}

/** @param providers origins from which the pages may load, besides the portal's */
export async function openStage(parts: Options = {}, providers: readonly string[] = []): Promise<Stage> {
  const [portal, browser] = await Promise.all([startPortal(parts), openBrowser()]);
  const auditor = await openAuditor(browser);
  const windows = new Windows(browser, [portal.url, ...providers]);
  return {
    portal,
    auditor,
    agent: (lines = []) => openAgent(portal, lines),
    person: (url, options) => openPerson({ windows, auditor }, url, options),
    async close() {
      await closeWindows(browser);
      await portal.close();
    },
  };
}
