import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { Stalls } from '../../src/metrics/stalls.js';

it('counts the longest stall of each second, minus the time between two samples', async () => {
  const registry = new Registry();
  const stalls = new Stalls(registry);
  let resets = 0;
  const reset = () => {
    resets += 1;
  };
  for (const max of [5_000_000, 35_000_000, 1_000]) stalls.count({ max, reset });
  const text = await registry.metrics();
  expect(text).toContain('portal_event_loop_stall_seconds_bucket{le="0.005"} 2\n');
  expect(text).toContain('portal_event_loop_stall_seconds_sum 0.03\n');
  expect(text).toContain('portal_event_loop_stall_seconds_count 3\n');
  expect(resets).toBe(3);
});
