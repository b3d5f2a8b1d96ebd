/** A row, with the line of the file on which it ends. */
export type CsvRow = { line: number; cells: readonly string[] }

/** @throws BrokenCsv for unreadable text, such as a quote that is never closed */
export type CsvReader = (text: string, delimiter: ',' | ';') => AsyncIterable<CsvRow>

export class BrokenCsv extends Error {}
