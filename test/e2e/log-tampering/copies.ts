import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { Copy } from './copy.js';
import { makeScene, type Scene } from './scene.js';

/** Input of each test: the shared scene, never modified, and a private copy of it. */
export interface Given {
  readonly scene: Scene;
  /** Temporary folder of the test, which contains the copy in `copy`. */
  readonly folder: string;
  readonly copy: Copy;
}

/** Gives every test of the file a copy of one shared scene, and removes both afterwards. */
export function givenCopies(give: (given: Given) => void): void {
  let original: string;
  let scene: Scene;
  let folder: string;
  beforeAll(async () => {
    original = temporaryFolder();
    scene = await makeScene(original);
  });
  beforeEach(() => {
    folder = temporaryFolder();
    give({ scene, folder, copy: new Copy(original, join(folder, 'copy')) });
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  afterAll(() => rmSync(original, { recursive: true }));
}
