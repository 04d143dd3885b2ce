const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');

/** Node-API version of better-sqlite3 13. A Node that lacks it, before 22.14, crashes when it loads this driver. */
const NODE_API = 10;

/**
 * Returns the version of the better-sqlite3 that a file would import, if this Node cannot load it; else `undefined`.
 * @param {string | URL} importer
 * @param {number} nodeApi
 * @returns {string | undefined}
 */
exports.tooNewDriver = function tooNewDriver(importer, nodeApi = Number(process.versions.napi)) {
  if (nodeApi >= NODE_API) return undefined;
  try {
    const { version } = JSON.parse(
      readFileSync(createRequire(importer).resolve('better-sqlite3/package.json'), 'utf8'),
    );
    return Number.parseInt(version, 10) >= 13 ? version : undefined;
  } catch {
    // A missing driver is reported where it is imported.
    return undefined;
  }
};
