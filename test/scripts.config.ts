import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/pages/{screenshots,pictures,bytes}.ts',
      'test/mail/screenshots.ts',
      'test/contract/print-tokens.ts',
      'test/clone/pages.ts',
    ],
    globalSetup: './test/programs/bundle.ts',
    reporters: ['default', './test/support/count-reporter.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
