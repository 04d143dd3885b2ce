/** Normalizes an email address for comparison: NFC, lower case, without surrounding white space. */
export function addressOf(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}

/** Returns the domain of an address, in lower case and without a dot at its end. */
export function domainOf(email: string): string {
  return email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.$/, '');
}
