import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** A temporary folder with files by name. */
export class Folder {
  readonly path = temporaryFolder();

  at(name: string): string {
    return join(this.path, name);
  }

  /** Writes a string unchanged, any other value as JSON. Returns the path. */
  write(name: string, content: unknown): string {
    writeFileSync(this.at(name), typeof content === 'string' ? content : JSON.stringify(content));
    return this.at(name);
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}
