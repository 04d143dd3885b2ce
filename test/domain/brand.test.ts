import { describe, expect, test } from 'vitest';
import { accentOf, accentProblem, DARK_PAGE, initialOf } from '../../src/domain/shop/brand.js';
import { contrast } from '../../src/domain/values/color.js';

test('computes the contrast of two colors like WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5);
});

describe('the accent color of a shop', () => {
  test('rejects a color that is unreadable on white, and names one that is readable', () => {
    expect(accentProblem('#0b6b53')).toBeUndefined();
    expect(accentProblem('#767676')).toBeUndefined();
    const problem = accentProblem('#ffcc00') ?? '';
    expect(problem).toMatch(/^has a contrast of 1\.5:1 on white, and text needs 4\.5:1/);
    expect(accentProblem(/"(#\w{6})"/.exec(problem)?.[1] ?? '')).toBeUndefined();
    for (const wrong of ['red', '#fff', '#12345g', '#0b6b53;', ''])
      expect(accentProblem(wrong)).toMatch(/^must be a color/);
  });

  test('derives a readable color for light and dark pages from the name by default', () => {
    const names = ['Quillback Mercantile', 'Bäckerei Öz', '東京商店', 'a', '', '🦔'];
    for (const name of names) {
      const { light, dark } = accentOf(name, undefined);
      expect(contrast(light, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark, DARK_PAGE)).toBeGreaterThanOrEqual(4.5);
    }
    expect(new Set(names.map((name) => accentOf(name, undefined).light)).size).toBeGreaterThan(3);
    expect(accentOf('x', { accent_color: '#1f4f7a' }).light).toBe('#1f4f7a');
  });
});

test.each([
  ['Quillback', 'Q'],
  ['«öz»', 'Ö'],
  ['東京', '東'],
  ['<b>', 'B'],
  ['🦔', '·'],
])('abbreviates %s as %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
