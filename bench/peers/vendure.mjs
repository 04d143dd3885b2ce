import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// By default, Vendure reports the installation and leaves a marker in the working directory.
process.env.VENDURE_DISABLE_TELEMETRY = 'true';
// Vendure is CommonJS, so not all of its exports can be imported by name.
const require = createRequire(import.meta.url);
const { bootstrap, DefaultLogger, dummyPaymentHandler, LanguageCode, LogLevel } = require('@vendure/core');
const { populate } = require('@vendure/core/cli');

/** The items that the benchmark puts into the portal's carts (`bench/shop.ts`), as products. */
const PRODUCTS = ['dark-chocolate', 'sea-salt', 'wooden-spoon', 'balloon-whisk', 'rolling-pin', 'enamel-mug'];

const [folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const app = await populate(() => bootstrap(config(folder)), initialData(), productsFile(folder));
process.stdout.write(`listening http://127.0.0.1:${app.getHttpServer().address().port}\n`);
process.once('SIGTERM', () => process.exit(0));

/** Configures one process without jobs and search. WAL mode for its SQLite file is faster than Vendure's default. */
function config(folder) {
  return {
    apiOptions: { port: 0, hostname: '127.0.0.1', shopApiPath: 'shop-api', adminApiPath: 'admin-api' },
    authOptions: {
      tokenMethod: 'bearer',
      superadminCredentials: { identifier: 'superadmin', password: 'superadmin' },
      cookieOptions: { secret: 'bench' },
    },
    dbConnectionOptions: {
      type: 'better-sqlite3',
      synchronize: true,
      database: join(folder, 'vendure.db'),
      enableWAL: true,
    },
    paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
    importExportOptions: { importAssetsDir: folder },
    logger: new DefaultLogger({ level: LogLevel.Error }),
    plugins: [],
  };
}

function initialData() {
  return {
    defaultLanguage: LanguageCode.en,
    defaultZone: 'Americas',
    countries: [{ name: 'United States of America', code: 'US', zone: 'Americas' }],
    taxRates: [{ name: 'Standard Tax', percentage: 10 }],
    shippingMethods: [{ name: 'Standard', price: 500 }],
    paymentMethods: [],
    collections: [],
  };
}

function productsFile(folder) {
  const head =
    'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets';
  const rows = PRODUCTS.map(
    (name, index) => `${name},${name},A product,,,,,${name},${index + 3}.50,standard,0,false,,`,
  );
  const path = join(folder, 'products.csv');
  writeFileSync(path, [head, ...rows].join('\n'));
  return path;
}
