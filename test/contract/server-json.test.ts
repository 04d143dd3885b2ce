import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import server from '../../server.json' with { type: 'json' };
import { SETTINGS } from '../../src/config.js';

test('names the same server and version in server.json and package.json', () => {
  expect(manifest.mcpName).toBe(server.name);
  expect(server.packages.map(({ identifier, version }) => [identifier, version])).toEqual([
    [manifest.name, manifest.version],
  ]);
  expect(server.version).toBe(manifest.version);
  expect(Object.keys(manifest)).not.toContain('private');
});

test("keeps server.json within the registry's limits", () => {
  expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(server.description.length).toBeLessThanOrEqual(100);
});

test('names only existing settings in server.json, and marks only the API key as secret', () => {
  const known = new Set<string>(Object.values(SETTINGS).map(({ env }) => env));
  const variables = server.packages.flatMap(({ environmentVariables }) => environmentVariables);
  for (const { name } of variables) expect(known, name).toContain(name);
  const secret = variables.filter((variable) => 'isSecret' in variable && variable.isSecret);
  expect(secret.map(({ name }) => name)).toEqual(['PORTAL_API_KEY']);
});
