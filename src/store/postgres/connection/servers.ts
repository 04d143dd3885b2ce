/** Which server of a URL connections go to: one that takes writes. */
export class Servers {
  private readonly urls: readonly string[];
  private current = 0;

  constructor(url: string) {
    this.urls = serversOf(url);
  }

  get count(): number {
    return this.urls.length;
  }

  /** Where the next connection goes. */
  get url(): string {
    return this.urls[this.current] ?? '';
  }

  /** This one gave no connection that can write: the next one is tried, unless that is so already. */
  failed(url: string): void {
    if (this.url === url) this.current = (this.current + 1) % this.count;
  }
}

/** A URL for each server of `postgres://USER:PASSWORD@ONE:5432,OTHER:5432/DATABASE`, as libpq reads it. */
function serversOf(url: string): string[] {
  const [, before = '', servers = '', after = ''] = /^([^/]*\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return servers.includes(',') ? servers.split(',').map((server) => `${before}${server}${after}`) : [url];
}
