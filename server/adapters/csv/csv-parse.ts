import { CsvError, parse } from 'csv-parse'

import { BrokenCsv, type CsvReader, type CsvRow } from './port.ts'

/** Longer than any honest row: a quote that is never closed ends here. */
const MOST_CHARACTERS = 20_000

/** Row by row, so that the server answers others in between. */
export const csvParse: CsvReader = async function* (text, delimiter) {
	const parser = parse(text, {
		delimiter,
		info: true,
		relax_column_count: true,
		relax_quotes: true,
		skip_empty_lines: true,
		trim: true,
		max_record_size: MOST_CHARACTERS,
	})
	try {
		for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
			yield { line: info.lines, cells: record } satisfies CsvRow
	} catch (error) {
		if (error instanceof CsvError) throw new BrokenCsv(error.message, { cause: error })
		throw error
	}
}
