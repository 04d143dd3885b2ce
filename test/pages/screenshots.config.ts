import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/pages/screenshots.ts', 'test/pages/pictures.ts', 'test/pages/bytes.ts'],
    globalSetup: './test/programs/bundle.ts',
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
