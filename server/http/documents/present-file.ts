import { readByteRange } from '#domain/media/byte-range.ts'
import type { HttpContext } from '#server/http/environment.ts'
import type { TakenDocument } from '#server/services/commerce/downloads/take-document.ts'

const MEDIA_TYPES = {
	pdf: 'application/pdf',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	csv: 'text/csv; charset=utf-8; header=present',
} as const satisfies Record<TakenDocument['format'], string>

/**
 * Returns the file name in two forms (RFC 6266): a plain one for every client, and the full title (RFC 8187), percent-encoded so
 * that it can't break out of the header.
 */
export function contentDisposition(slug: string, title: string, format: string): string {
	const full = encodeURIComponent(`${title}.${format}`).replaceAll(
		/['()*]/g,
		(mark) => `%${mark.codePointAt(0)?.toString(16).toUpperCase()}`,
	)
	return `attachment; filename="${slug}.${format}"; filename*=UTF-8''${full}`
}

const isFresh = (header: string | undefined, etag: string) =>
	header !== undefined && header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)

/**
 * Sends a file, with support for ranges and conditional requests.
 * @param mayBeKnown true allows a 304
 */
export function presentFile(c: HttpContext, taken: TakenDocument, { mayBeKnown }: { mayBeKnown: boolean }): Response {
	const { document, format, file } = taken
	const etag = `"${file.digest}"`
	const headers = {
		'content-type': MEDIA_TYPES[format],
		'content-disposition': contentDisposition(document.slug, document.title, format),
		'accept-ranges': 'bytes',
		etag,
	}
	if (mayBeKnown && isFresh(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
	const size = file.bytes.byteLength
	const condition = c.req.header('if-range')
	const range = condition === undefined || condition === etag ? readByteRange(c.req.header('range') ?? null, size) : null
	if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'content-range': `bytes */${size}` })
	const bytes = range ? file.bytes.slice(range.first, range.last + 1) : file.bytes
	// A HEAD response has the same length as that of a GET.
	const length = { 'content-length': String(bytes.byteLength) }
	if (!range) return c.body(Uint8Array.from(bytes), 200, { ...headers, ...length })
	return c.body(Uint8Array.from(bytes), 206, { ...headers, ...length, 'content-range': `bytes ${range.first}-${range.last}/${size}` })
}
