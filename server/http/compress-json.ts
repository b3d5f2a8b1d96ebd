import { createMiddleware } from 'hono/factory'
import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

import { type Encoding, matchEncoding } from './accept-encoding.ts'

/** Minimum size of a response to compress; below that, compression doesn't pay off. */
const SMALLEST_BYTES = 1024
/** Compression quality. Each response is compressed for a single caller, so the best quality would cost more time than it saves. */
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 5 }

const COMPRESSORS: Record<Encoding, () => Transform> = {
	br: () => createBrotliCompress({ params: QUALITY }),
	gzip: () => createGzip(),
}

type Beginning = { beginning: Uint8Array[]; bytes: number; isWhole: boolean }

async function readBeginning(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Beginning> {
	const beginning: Uint8Array[] = []
	let bytes = 0
	while (bytes < SMALLEST_BYTES) {
		const { done, value } = await reader.read()
		if (done) return { beginning, bytes, isWhole: true }
		beginning.push(value)
		bytes += value.byteLength
	}
	return { beginning, bytes, isWhole: false }
}

async function* joined(beginning: readonly Uint8Array[], reader: ReadableStreamDefaultReader<Uint8Array>) {
	try {
		yield* beginning
		for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
	} finally {
		await reader.cancel()
	}
}

/**
 * Compresses JSON responses. Don't use it where another site can make the browser send authenticated requests: the compressed
 * length would reveal tokens in the response (BREACH). That isn't possible here, because callers send their token in a header.
 */
export const compressJson = createMiddleware(async (c, next) => {
	await next()
	const { res } = c
	const isJson = /^application\/(?:[\w.]+\+)?json\b/.test(res.headers.get('content-type') ?? '')
	// This check comes last, because accessing `body` makes Hono's node server build a full Response.
	if (!isJson || c.req.method === 'HEAD' || !res.body) return
	res.headers.append('Vary', 'Accept-Encoding')
	const encoding = matchEncoding(c.req.header('accept-encoding') ?? null, ['br', 'gzip'])
	if (!encoding) return
	const reader = res.body.getReader()
	const { beginning, isWhole } = await readBeginning(reader)
	if (isWhole) {
		c.res = new Response(Buffer.concat(beginning), res)
		return
	}
	const compressor = COMPRESSORS[encoding]()
	pipeline(Readable.from(joined(beginning, reader)), compressor, () => {})
	// Set the headers on the old response: Hono copies them to the new one.
	res.headers.delete('Content-Length')
	res.headers.set('Content-Encoding', encoding)
	c.res = new Response(Readable.toWeb(compressor) as unknown as ReadableStream, res)
})
