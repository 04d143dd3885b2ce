import { decodeHTML } from 'entities';
import type { Visited, Visitor } from '../actors/visitor.js';

/** A form of a page, with one of its buttons. */
export interface PageForm {
  /** Path and query of its page. */
  readonly page: string;
  /** Path to which it is sent. */
  readonly path: string;
  /** True if it is sent with files. */
  readonly hasFiles: boolean;
  /** Values as the page shows them, by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Names of the fields in which people type. */
  readonly typed: readonly string[];
  /** Names of the boxes, checked or not. */
  readonly boxes: readonly string[];
  /** Values that can be chosen, by field. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
}

const TYPED = new Set([undefined, 'text', 'search', 'email', 'tel', 'url', 'number', 'password']);

/** Reads the forms of a page that are sent by POST. A form whose buttons have targets of their own counts once for each. */
export function formsOf({ text, path }: Pick<Visited, 'text' | 'path'>): PageForm[] {
  const forms = text
    .split('<form')
    .slice(1)
    .map((one) => one.split('</form>', 1)[0] ?? '');
  return forms
    .filter((form) => /^[^>]* method="post"/.test(form))
    .flatMap((form) => {
      const targets = [...form.matchAll(/ (?:form)?action="([^"]*)"/g)].map(([, target = '']) => decodeHTML(target));
      const controls = readFields(form);
      const hasFiles = /^[^>]* enctype="multipart/.test(form);
      const toPath = (target: string) => new URL(target, `http://portal${path}`).pathname;
      return targets.map((target) => ({ page: path, path: toPath(target), hasFiles, ...controls }));
    });
}

function readFields(form: string): Pick<PageForm, 'fields' | 'typed' | 'boxes' | 'choices'> {
  const fields: Record<string, string> = {};
  const typed: string[] = [];
  const boxes: string[] = [];
  const choices: Record<string, string[]> = {};
  for (const [control] of form.matchAll(CONTROLS)) {
    const [, tag, attributes = '', content = ''] = /^<(\w+)([^>]*)>([\s\S]*)/.exec(control) ?? [];
    const name = attributeOf(attributes, 'name');
    const type = attributeOf(attributes, 'type');
    if (name !== undefined && type === 'checkbox') boxes.push(name);
    if (name !== undefined && tag === 'select')
      choices[name] = [...content.matchAll(/<option value="([^"]*)"/g)].map(([, value = '']) => decodeHTML(value));
    if (name === undefined || (/^(checkbox|radio)$/.test(type ?? '') && !/ checked/.test(attributes))) continue;
    if (tag === 'input') fields[name] = attributeOf(attributes, 'value') ?? '';
    else fields[name] = tag === 'textarea' ? decodeHTML(content) : chosenOption(content);
    if (tag === 'textarea' || (tag === 'input' && TYPED.has(type))) typed.push(name);
  }
  return { fields, typed, boxes, choices };
}

const CONTROLS = /<input\b[^>]*>|<(?:textarea|select)\b[^>]*>[\s\S]*?(?=<\/(?:textarea|select)>)/g;

function chosenOption(options: string): string {
  const [first, ...others] = options.split('<option').slice(1);
  const chosen = others.find((one) => / selected/.test(one)) ?? first ?? '';
  return attributeOf(chosen.split('>', 1)[0] ?? '', 'value') ?? '';
}

function attributeOf(attributes: string, name: string): string | undefined {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : decodeHTML(value);
}

/**
 * Opens every kind of page of the desk that links lead to, one of each kind.
 * @param start path of the first page
 */
export async function crawlDesk(visitor: Visitor, start: string): Promise<Visited[]> {
  const pages: Visited[] = [];
  const seen = new Set<string>();
  const waiting = [start];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(kindOf(path))) continue;
    seen.add(kindOf(path));
    const page = await visitor.get(path);
    if (!page.headers.get('content-type')?.startsWith('text/html')) continue;
    pages.push(page);
    const base = `http://portal${page.path}`;
    const links = [...page.text.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) => new URL(decodeHTML(link), base));
    const own = links.filter(({ host, pathname }) => host === 'portal' && pathname.startsWith('/desk/'));
    waiting.push(...own.map(({ pathname, search }) => `${pathname}${search}`));
  }
  return pages;
}

/** Returns what pages of one kind have in common: the path without ids, and the names of the query. */
export function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://portal');
  const parts = pathname.split('/').map((part, index, all) => {
    const isItem = all[index - 1] === 'items' && part !== 'new';
    return isItem || /^[a-z]{2,5}_(?=.*\d)[\w-]{6,}$/.test(part) ? ':id' : part;
  });
  return `${parts.join('/')}?${[...searchParams.keys()].toSorted().join('&')}`;
}
