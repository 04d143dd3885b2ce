import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../src/config/settings.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';

const FOLDER = join(PACKAGE_ROOT, 'deploy');
const FILES = readdirSync(FOLDER).filter((name) => /^compose.*\.yaml$/.test(name));
const KNOWN: ReadonlySet<string> = new Set(Object.values(SETTINGS).map(({ env }) => env));

const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

/** Lists the names below a top-level member. */
function namesBelow(text: string, member: string): string[] {
  const [, below = ''] = text.split(new RegExp(`^${member}:\n`, 'm'));
  const [own = ''] = below.split(/^\S/m);
  return [...own.matchAll(/^ {2}([\w-]+):/gm)].map(([, name = '']) => name);
}

const found = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name = '']) => name);

describe.each(FILES)('deploy/%s', (file) => {
  const text = read(file);
  const services = namesBelow(text, 'services');
  const [, caddyfile = ''] = /\.\/(Caddyfile\S*):\/etc\/caddy\/Caddyfile:ro/.exec(text) ?? [];

  test('sets only options that the portal knows', () => {
    const names = found(text, /^\s+(PORTAL_\w+):/gm);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !KNOWN.has(name))).toEqual([]);
  });

  test('names files, volumes and services that exist', () => {
    const paths = [...found(text, /[[ ]\.\/([^:\s]+):/g), ...found(text, /dockerfile: deploy\/(\S+)/g)];
    expect(paths.filter((path) => !existsSync(join(FOLDER, path)))).toEqual([]);
    const volumes = found(text, /[[ ]([a-z]+):\/[a-z]/g);
    expect(volumes.filter((name) => !namesBelow(text, 'volumes').includes(name))).toEqual([]);
    const waited = found(text, /^ +([\w-]+):\n +condition: service_healthy/gm);
    expect(waited.filter((name) => !services.includes(name))).toEqual([]);
    expect(waited.length).toBeGreaterThan(0);
  });

  test('routes calls from Caddy to the portals, but never to their metrics', () => {
    const proxy = read(caddyfile);
    const portals = services.filter((name) => name.startsWith('portal'));
    expect(found(proxy, / (portal[\w-]*):3000/g)).toEqual(portals);
    expect(proxy).toContain('@inside path /metrics');
    if (portals.length > 1) expect(proxy).toContain('health_uri /readyz');
  });
});

test("checks in the image's health check that the portal can read and write", () => {
  expect(read('Dockerfile')).toMatch(/HEALTHCHECK.*\n.*\/readyz/);
});

test.each(['portal.service', 'portal-backup.service'])(
  'keeps the mode that docs/install.md gives to the folder of settings: %s',
  (unit) => {
    const install = readFileSync(join(PACKAGE_ROOT, 'docs', 'install.md'), 'utf8');
    const [mode] = found(install, /^install -d .*-m (\d+) \/etc\/portal$/gm);
    expect(mode).toMatch(/^0\d{3}$/);
    // With the default mode, 0755, everyone could read a folder that systemd creates, and systemd would warn about an
    // existing folder with another mode.
    expect(read(unit)).toContain(`ConfigurationDirectory=portal\nConfigurationDirectoryMode=${mode}\n`);
  },
);
