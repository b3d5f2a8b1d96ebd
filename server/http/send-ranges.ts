import { type ByteRange, readByteRange } from '#domain/media/byte-range.ts'

import type { HttpContext } from './environment.ts'
import { matchesEtag } from './match-etag.ts'

type RangedFile = {
	bytes: number
	etag: string
	headers: Readonly<Record<string, string>>
	/** False if a 304 must never replace the file. */
	allowsNotModified?: boolean
	read: (range: ByteRange) => Uint8Array<ArrayBuffer> | Promise<ReadableStream>
}

/** Sends a file, with support for ranges (206, 416) and conditional requests (304). */
export async function sendRanges(
	c: HttpContext,
	{ bytes, etag, headers: own, allowsNotModified = true, read }: RangedFile,
): Promise<Response> {
	const headers = { ...own, 'accept-ranges': 'bytes', etag }
	if (allowsNotModified && matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
	const condition = c.req.header('if-range')
	const range = condition === undefined || condition === etag ? readByteRange(c.req.header('range') ?? null, bytes) : null
	if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'content-range': `bytes */${bytes}` })
	const { first, last } = range ?? { first: 0, last: bytes - 1 }
	const part = range && { 'content-range': `bytes ${first}-${last}/${bytes}` }
	const all = { ...headers, 'content-length': String(last - first + 1), ...part }
	const status = range ? 206 : 200
	return c.req.method === 'HEAD' ? c.body(null, status, all) : c.body(await read({ first, last }), status, all)
}
