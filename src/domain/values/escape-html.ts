const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for use inside an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  // Most texts need no escaping, and a search without a replacement is faster.
  if (!/[&<>"']/.test(text)) return text;
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
