import { stringify } from 'yaml'

/** A text of one line as the head of a Markdown file holds it, with quotes where it needs them. */
export const printScalar = (text: string): string => stringify(text, { lineWidth: 0 }).trim()
