import { describe, expect, test } from 'vitest';
import { accentOf, DARK_PANEL, initialOf, LIGHT_PANEL } from '../../src/domain/shop/brand.js';
import { contrast, isColor } from '../../src/domain/values/color.js';

test('computes the contrast of two colors as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5);
});

describe('the accent color of a shop', () => {
  test('can be any color in six hex digits, and nothing else', () => {
    for (const color of ['#0b6b53', '#ffee00', '#00FF00', '#000000']) expect(isColor(color), color).toBe(true);
    for (const wrong of ['red', '#fff', '#12345g', '#0b6b53;', '']) expect(isColor(wrong), wrong).toBe(false);
  });

  test.each(['#ffee00', '#00ff00', '#000000', '#ffffff', '#d40000', '#1f4f7a'])(
    'stays %s on buttons, and has readable variants for both color schemes',
    (color) => {
      const { fill, text, light, dark } = accentOf('x', { accent_color: color });
      expect(fill).toBe(color);
      expect(contrast(text, fill)).toBeGreaterThanOrEqual(4.5);
      const schemes = [
        [light, ['#ffffff', LIGHT_PANEL]],
        [dark, ['#16181a', DARK_PANEL]],
      ] as const;
      for (const [{ link, edge }, backgrounds] of schemes) {
        const least = (one: string) => Math.min(...backgrounds.map((background) => contrast(one, background)));
        expect(least(link)).toBeGreaterThanOrEqual(4.5);
        expect(least(edge)).toBeGreaterThanOrEqual(3);
      }
    },
  );

  test('is derived from the name by default', () => {
    const names = ['Quillback Mercantile', 'Bäckerei Öz', '東京商店', 'a', '', '🦔'];
    expect(new Set(names.map((name) => accentOf(name, undefined).fill)).size).toBeGreaterThan(3);
    for (const name of names) expect(accentOf(name, undefined).text).toBe('#ffffff');
  });
});

test.each([
  ['Quillback', 'Q'],
  ['«öz»', 'Ö'],
  ['東京', '東'],
  ['<b>', 'B'],
  ['🦔', '·'],
])('abbreviates the shop name %s as %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
