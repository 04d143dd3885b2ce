type Child = Node | string | undefined | false;

/**
 * Creates an element with properties and children. Texts are set as text, so nothing in a response is ever read as
 * markup.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children.filter((child) => child !== undefined && child !== false));
  return node;
}
