import { expect, it, vi } from 'vitest';
import { loadOnce } from '../../src/domain/values/load-once.js';

it('loads once for calls at the same time and later ones', async () => {
  const load = vi.fn(async () => ({}));
  const loaded = loadOnce(load);
  const [one, other] = await Promise.all([loaded.get(), loaded.get()]);
  expect([other, await loaded.get(), await loaded.ifLoaded()]).toEqual([one, one, one]);
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads nothing to say that nothing is loaded', async () => {
  const load = vi.fn(async () => 1);
  expect(await loadOnce(load).ifLoaded()).toBeUndefined();
  expect(load).not.toHaveBeenCalled();
});

it('loads again after a failure', async () => {
  const load = vi.fn(async () => 'loaded').mockRejectedValueOnce(new Error('too many open files'));
  const loaded = loadOnce(load);
  await expect(loaded.get()).rejects.toThrow('too many open files');
  expect([await loaded.ifLoaded(), await loaded.get()]).toEqual([undefined, 'loaded']);
});
