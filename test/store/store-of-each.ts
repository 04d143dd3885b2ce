import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { OpenedStore } from '../../src/store/open-store.js';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { seed } from './sample-rows.js';

interface Place {
  folder: string;
  store: OpenedStore;
}

/** Gives each test of the file a seeded store in a new folder. */
export function storeOfEach(): Readonly<Place> {
  let place: Place | undefined;
  beforeEach(async () => {
    const folder = temporaryFolder();
    place = { folder, store: await newStore(join(folder, 'portal.db')) };
    await seed(place.store);
  });
  afterEach(async () => {
    const { folder, store } = now();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  function now(): Place {
    if (!place) throw new Error('there is a store during a test only');
    return place;
  }
  return {
    get folder() {
      return now().folder;
    },
    get store() {
      return now().store;
    },
  };
}
