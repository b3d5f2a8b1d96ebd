import { createMiddleware } from 'hono/factory'
import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

import { type Encoding, matchEncoding } from './accept-encoding.ts'

/** Below this, the headers of a compressed answer cost more than it saves. */
const SMALLEST_BYTES = 1024
/** An answer is made once for one caller: the best compression would take more time than it saves on the network. */
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 5 }

const MAKERS: Record<Encoding, () => Transform> = {
	br: () => createBrotliCompress({ params: QUALITY }),
	gzip: () => createGzip(),
}

type Begun = { begin: Uint8Array[]; bytes: number; isWhole: boolean }

/** Reads until it is clear whether compression is worth it. */
async function readBegin(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Begun> {
	const begin: Uint8Array[] = []
	let bytes = 0
	while (bytes < SMALLEST_BYTES) {
		const { done, value } = await reader.read()
		if (done) return { begin, bytes, isWhole: true }
		begin.push(value)
		bytes += value.byteLength
	}
	return { begin, bytes, isWhole: false }
}

async function* joined(begin: readonly Uint8Array[], reader: ReadableStreamDefaultReader<Uint8Array>) {
	try {
		yield* begin
		for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
	} finally {
		await reader.cancel()
	}
}

/**
 * Compresses JSON answers of 1 kB and more, as the caller accepts, piece by piece. Not for answers that hold tokens: where a
 * stranger can make a browser ask, the compressed length would reveal them. Here a caller sends its token in a header by
 * itself, so no stranger can put text next to another person's data.
 */
export const compressJson = createMiddleware(async (c, next) => {
	await next()
	const { res } = c
	const isJson = /^application\/(?:[\w.]+\+)?json\b/.test(res.headers.get('content-type') ?? '')
	// The body last: asking for it makes a whole Response of the light one that the server answers with.
	if (!isJson || c.req.method === 'HEAD' || !res.body) return
	res.headers.append('Vary', 'Accept-Encoding')
	const encoding = matchEncoding(c.req.header('accept-encoding') ?? null, ['br', 'gzip'])
	if (!encoding) return
	const reader = res.body.getReader()
	const { begin, isWhole } = await readBegin(reader)
	if (isWhole) {
		c.res = new Response(Buffer.concat(begin), res)
		return
	}
	const packer = MAKERS[encoding]()
	pipeline(Readable.from(joined(begin, reader)), packer, () => {})
	// On the old answer: Hono copies its headers to the new one.
	res.headers.delete('Content-Length')
	res.headers.set('Content-Encoding', encoding)
	c.res = new Response(Readable.toWeb(packer) as unknown as ReadableStream, res)
})
