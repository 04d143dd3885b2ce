import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A window of one person at a time. */
export interface Window {
  readonly page: Page;
  /** Everything that a well-made page does not do: ask elsewhere, fail to load a part, or speak in the console. */
  readonly complaints: readonly string[];
  /** Gives the window back, with nothing of its person in it. */
  release(): Promise<void>;
}

type Opened = Pick<Window, 'page'> & { readonly context: BrowserContext; readonly complaints: string[] };

const VIEWPORT = { width: 1280, height: 720 };
/** A page that scrolls smoothly moves a button away between pressing it and letting it go. */
const DEFAULTS: BrowserContextOptions = { locale: 'en-US', reducedMotion: 'reduce' };

/**
 * The windows of a browser. A new one takes a process of the browser's and half a second of a core, so a person gets one
 * that another test has given back. What the pages leave in it is removed.
 */
export class Windows {
  private readonly browser: Browser;
  /** Origin of the portal, the only one that its pages may load from. */
  private readonly origin: string;
  /** By what they were opened with. */
  private readonly free = new Map<string, Opened[]>();

  constructor(browser: Browser, origin: string) {
    this.browser = browser;
    this.origin = origin;
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
    listen(context, this.origin, complaints);
    return { page: await context.newPage(), context, complaints };
  }
}

function listen(context: BrowserContext, origin: string, complaints: string[]): void {
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol !== 'about:' && asked !== origin) complaints.push(`from elsewhere: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    // A person who goes on before a picture has come ends its request. That is no fault of the page.
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} (${reason})`);
  });
  context.on('response', (response) => {
    const isPage = response.request().isNavigationRequest();
    if (!isPage && response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('console', (message) => {
    // Failed loads are recorded above; for a page itself, a 404 can be intended.
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
}
