import { readByteRange } from '#domain/media/byte-range.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { type StoredFile, streamMediaFile } from '#server/services/platform/media/read-media.ts'

/** A file that is opened by itself runs nothing and belongs to no origin: an SVG is a document. */
const POLICY = "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

const isKnown = (header: string | undefined, etag: string) =>
	header?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ?? false

/** A file of the library: whole, the part that a Range asks for (206, 416), or nothing when the caller has it (304). */
export function presentMedia(c: HttpContext, file: StoredFile): Response {
	const etag = `"${file.checksum.toString('base64url')}"`
	const headers = { 'content-type': file.contentType, 'content-security-policy': POLICY, 'accept-ranges': 'bytes', etag }
	if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
	const condition = c.req.header('if-range')
	const range = condition === undefined || condition === etag ? readByteRange(c.req.header('range') ?? null, file.bytes) : null
	if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'content-range': `bytes */${file.bytes}` })
	const { first, last } = range ?? { first: 0, last: file.bytes - 1 }
	const part = range && { 'content-range': `bytes ${first}-${last}/${file.bytes}` }
	const all = { ...headers, 'content-length': String(last - first + 1), ...part }
	const status = range ? 206 : 200
	if (c.req.method === 'HEAD') return c.body(null, status, all)
	return c.body(streamMediaFile(c.var.ctx, file, { first, last }), status, all)
}
