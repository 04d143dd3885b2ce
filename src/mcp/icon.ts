/** A bag with a check mark, 64 by 64 pixels, in base64. PNG and JPEG are the only formats that every client shows. */
const PNG = [
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAgMAAADXB5lNAAAACVBMVEUAAAAfXE3////lwN22AAAAA3RSTlMA//9EUNYhAAAAu0lEQVR4',
  '2q3UwQ3DIAwFUHroCNmnI/QQc2CDsg8jpBKesqZFlf+3lEpNLOXAkzEJwaSUknwjvUME5erhbrB4WGnGmHNBuGGJUSTAgrD+A0JxAGpH',
  'yKoNoKp2ALXwkG0050yw/OqhbJ9nByw974HOOA6VoBeCLRM0zhCq0RGqgV/WVrCaDmxkNX2GjJq+hjwEX70JwTZ+lYcuhb521ARovB/P',
  'c/bUAZyxM876744KTRjaNDZyaPVwGdB18QJGBIU/MaQwrgAAAABJRU5ErkJggg==',
].join('');

/** Icon shown beside the server's name. It is inline because stdio has no URL to load it from. */
export const ICON = { src: `data:image/png;base64,${PNG}`, mimeType: 'image/png', sizes: ['64x64'] };
