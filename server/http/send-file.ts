import { streamOf } from '#server/kernel/stream-of.ts'

import type { HttpContext } from './environment.ts'

type Chunk = string | Uint8Array

const TYPES: Readonly<Record<string, string>> = {
	csv: 'text/csv; charset=utf-8',
	pdf: 'application/pdf',
	xml: 'application/xml; charset=utf-8',
}

async function* encode(chunks: AsyncGenerator<Chunk>) {
	for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

type SentFile = {
	name: string
	content: Chunk | AsyncGenerator<Chunk>
	/** Media type; by default that of the name's extension. */
	type?: string
}

/** Sends a file to be saved. Chunks are created only as fast as the client reads, and not any more once it disconnects. */
export function sendFile(c: HttpContext, { name, content, type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? '' }: SentFile): Response {
	c.header('Content-Disposition', `attachment; filename="${name}"`)
	const headers = { 'Content-Type': type }
	if (typeof content === 'string') return c.body(content, 200, headers)
	return c.body(content instanceof Uint8Array ? Uint8Array.from(content) : streamOf(encode(content)), 200, headers)
}
