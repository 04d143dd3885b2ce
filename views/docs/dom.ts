/** Finds and creates elements of the page. Texts are set as text, so nothing in a response is ever read as markup. */

export function find<E extends Element>(
  selector: string,
  kind: new () => E,
  within: ParentNode = document,
): E | undefined {
  const found = within.querySelector(selector);
  return found instanceof kind ? found : undefined;
}

export function all<E extends Element>(selector: string, kind: new () => E, within: ParentNode = document): E[] {
  return [...within.querySelectorAll(selector)].filter((one): one is E => one instanceof kind);
}

export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}
