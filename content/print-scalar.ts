import { stringify } from 'yaml'

/** Prints a one-line text as a YAML value, quoted if necessary. */
export const printScalar = (text: string): string => stringify(text, { lineWidth: 0 }).trim()
