import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A browser window, used by one person at a time. */
export interface Window {
  readonly page: Page;
  /** Faults of a page: requests to other origins, failed loads, uncaught errors, and console messages. */
  readonly complaints: readonly string[];
  /** Returns the window to the pool, after deleting the person's data. */
  release(): Promise<void>;
}

type Opened = Pick<Window, 'page'> & { readonly context: BrowserContext; readonly complaints: string[] };

const VIEWPORT = { width: 1280, height: 720 };
/** Smooth scrolling would move a button between mouse down and mouse up. */
const DEFAULTS: BrowserContextOptions = { locale: 'en-US', reducedMotion: 'reduce' };

/**
 * Pool of browser windows. A new window takes a process and half a CPU second, so windows are reused after the data of
 * their pages is removed.
 */
export class Windows {
  private readonly browser: Browser;
  /** Origins of the portal and of providers. Pages must not load anything from other origins. */
  private readonly origins: ReadonlySet<string>;
  /** Unused windows by their options. */
  private readonly free = new Map<string, Opened[]>();

  constructor(browser: Browser, origins: Iterable<string>) {
    this.browser = browser;
    this.origins = new Set(origins);
  }

  async take(options: BrowserContextOptions = {}): Promise<Window> {
    const kind = JSON.stringify(options);
    const opened = this.free.get(kind)?.pop() ?? (await this.open(options));
    const { page, context, complaints } = opened;
    return {
      page,
      complaints,
      release: async () => {
        page.removeAllListeners();
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.evaluate('sessionStorage.clear()').catch(() => undefined);
        await page.goto('about:blank');
        await context.clearCookies();
        await page.emulateMedia({ colorScheme: null, media: null });
        await page.setViewportSize(options.viewport ?? VIEWPORT);
        complaints.length = 0;
        this.free.set(kind, [...(this.free.get(kind) ?? []), opened]);
      },
    };
  }

  private async open(options: BrowserContextOptions): Promise<Opened> {
    const context = await this.browser.newContext({ ...DEFAULTS, ...options });
    const complaints: string[] = [];
    listen(context, this.origins, complaints);
    return { page: await context.newPage(), context, complaints };
  }
}

function listen(context: BrowserContext, origins: ReadonlySet<string>, complaints: string[]): void {
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'about:' && !origins.has(origin)) complaints.push(`from elsewhere: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    // Leaving a page cancels its pending picture requests, which is not a fault of the page.
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} (${reason})`);
  });
  context.on('response', (response) => {
    const isPage = response.request().isNavigationRequest();
    if (!isPage && response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('console', (message) => {
    // Failed loads are recorded above, except that of the page itself, since its 404 may be intended.
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
}
