const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }

/** Text for an element or a quoted attribute, escaped as React does it, so that both can be compared. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
