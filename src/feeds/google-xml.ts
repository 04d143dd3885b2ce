import sax from 'sax';
import type { Attributes } from './google-file.js';
import { unreadable } from './unreadable.js';

const PRODUCTS: ReadonlySet<string> = new Set(['item', 'entry']);

/**
 * Parses the products of an RSS 2.0 or Atom feed. Entities that the document declares are unknown to the parser, so
 * they cannot expand.
 * @throws PortalError `invalid_request` when the text is not well-formed XML
 */
export function xmlProducts(file: string, text: string): Attributes[] {
  const products: Map<string, string[]>[] = [];
  const open: string[] = [];
  let product: Map<string, string[]> | undefined;
  let value = '';
  let nested = '';
  const reader = sax.parser(true, { trim: false, position: true });
  reader.onopentag = ({ name, attributes }) => {
    open.push(local(name));
    value = '';
    if (PRODUCTS.has(local(name))) {
      product = new Map();
      products.push(product);
    }
    const { href } = attributes;
    // Atom has the link of an entry in an attribute.
    if (product && local(name) === 'link' && typeof href === 'string') value = href;
  };
  reader.ontext = (more) => {
    value += more;
  };
  reader.oncdata = (more) => {
    value += more;
  };
  reader.onclosetag = (name) => {
    open.pop();
    if (PRODUCTS.has(local(name))) product = undefined;
    // Nested elements, such as the parts of `shipping`, are not attributes of the product. Their joined text is the
    // value of the attribute that contains them.
    else if (product && PRODUCTS.has(open.at(-1) ?? '')) {
      add(product, local(name), value.trim() || nested);
      nested = '';
    } else nested += value.trim();
    value = '';
  };
  reader.onerror = (error) => {
    const [why = ''] = error.message.split('\n');
    throw unreadable(`${file} is not well-formed XML: line ${reader.line + 1}: ${why}`);
  };
  reader.write(text.replace(/^\ufeff/, '')).close();
  return products;
}

function add(product: Map<string, string[]>, name: string, value: string): void {
  const known = product.get(name);
  if (known) known.push(value);
  else product.set(name, [value]);
}

/** Removes a namespace prefix, so that `g:price` and `price` are the same attribute. */
function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
