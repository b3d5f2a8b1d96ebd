import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import { streamOf } from '#server/kernel/stream-of.ts'

import type { HttpContext } from './environment.ts'

type Chunk = string | Uint8Array

const TYPES: Readonly<Record<string, string>> = {
	csv: 'text/csv; charset=utf-8',
	pdf: 'application/pdf',
	xml: 'application/xml; charset=utf-8',
}

const typeOf = (name: string) => TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? ''

async function* encode(chunks: AsyncGenerator<Chunk>) {
	for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

type SentFile = {
	name: string
	content: Chunk | AsyncGenerator<Chunk>
	/** Media type; by default that of the name's extension. */
	type?: string
}

/** Sends a file to save. Chunks are created only as the client reads them; once it disconnects, no more are created. */
export function sendFile(c: HttpContext, { name, content, type = typeOf(name) }: SentFile): Response {
	c.header('Content-Disposition', `attachment; filename="${name}"`)
	const headers = { 'Content-Type': type }
	if (typeof content === 'string') return c.body(content, 200, headers)
	return c.body(content instanceof Uint8Array ? Uint8Array.from(content) : streamOf(encode(content)), 200, headers)
}

export const sendCsv = (c: HttpContext, name: string, lines: readonly (readonly (string | number)[])[]): Response =>
	sendFile(c, { name, content: CSV_START + lines.map(csvLine).join('') })
