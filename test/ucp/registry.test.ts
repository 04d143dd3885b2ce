import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type As, bodyOf, callWay, table, takesBody, WAYS, type Way } from './ways.js';
import { openWorld, STRANGER_HOST, type World } from './world.js';

/** Access to every operation, in every version and over every transport. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.portal.close());

const statusAndCode = async (way: Way, as: As) => {
  const { status, code } = await callWay(world, way, as);
  return [status, code];
};

describe('each operation', () => {
  test.each(table(WAYS))('%s has a valid sample body, if it accepts one', (_name, way) => {
    expect(bodyOf(way) !== undefined).toBe(takesBody(way));
  });

  test.each(table(WAYS))('%s requires a profile, and rejects an invalid key', async (_name, way) => {
    expect(await statusAndCode(way, { profile: null })).toEqual([400, 'invalid_profile_url']);
    expect(await statusAndCode(way, { key: 'dk_nothing' })).toEqual([401, 'unauthorized']);
  });

  test.each(table(WAYS))('%s rejects keys of other profiles, deployments and purposes', async (_name, way) => {
    const { otherKey, strangerKey, foreignKey, portal } = world;
    const { deployment_key, organization_key } = portal.demo;
    for (const key of [otherKey, strangerKey, foreignKey, deployment_key, organization_key])
      expect(await statusAndCode(way, { key })).toEqual([403, 'profile_not_trusted']);
    expect(await statusAndCode(way, { host: STRANGER_HOST })).toEqual([403, 'profile_not_trusted']);
    expect(await statusAndCode(way, { host: 'none.example.com', key: null })).toEqual([404, 'not_found']);
  });
});
