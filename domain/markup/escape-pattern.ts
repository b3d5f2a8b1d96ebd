/** Escapes a text so that a regular expression matches it literally. The browsers we support don't all have `RegExp.escape` yet. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
