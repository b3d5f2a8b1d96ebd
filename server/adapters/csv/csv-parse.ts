import { CsvError, parse } from 'csv-parse'
import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

import { BrokenCsv, type CsvReader, type CsvRow } from './port.ts'

/** Maximum bytes per row: without a limit, an unclosed quote would make the rest of the file one row. */
const MAX_BYTES = 20_000
const PIECE_BYTES = 16_384

/** Splits the text into pieces. Given the whole text in one write, the parser would process all of it and buffer all rows. */
async function* inPieces(text: string): AsyncGenerator<Buffer> {
	const bytes = Buffer.from(text)
	let lineLength = 0
	for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
		const piece = bytes.subarray(at, at + PIECE_BYTES)
		const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r'))
		lineLength = end === -1 ? lineLength + piece.length : piece.length - end
		// The parser's own limit doesn't count empty columns.
		if (lineLength > 2 * MAX_BYTES) throw new BrokenCsv('A line is too long.')
		yield piece
		await setImmediate()
	}
}

export const csvParse: CsvReader = async function* (text, delimiter) {
	const parser = parse({
		delimiter,
		info: true,
		relax_column_count: true,
		relax_quotes: true,
		skip_empty_lines: true,
		trim: true,
		max_record_size: MAX_BYTES,
	})
	// An error thrown in inPieces reaches the loop below as a parser error.
	pipeline(Readable.from(inPieces(text)), parser, () => undefined)
	try {
		for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
			yield { line: info.lines, cells: record } satisfies CsvRow
	} catch (error) {
		if (error instanceof CsvError) throw new BrokenCsv(error.message, { cause: error })
		throw error
	}
}
