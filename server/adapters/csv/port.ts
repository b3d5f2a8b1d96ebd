/** Row in a file. `line`: number of the line on which the row ends. */
export type CsvRow = { line: number; cells: readonly string[] }

/**
 * Parses CSV row by row.
 * @throws BrokenCsv for unreadable text, such as an unclosed quote
 */
export type CsvReader = (text: string, delimiter: ',' | ';') => AsyncIterable<CsvRow>

export class BrokenCsv extends Error {}
