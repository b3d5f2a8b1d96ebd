import { Hono } from 'hono'

import { paths } from '#contracts/paths.ts'
import { apiErrors } from '#server/http/api/middleware.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/limits.ts'
import { cacheControl } from '#server/http/security-headers.ts'
import { sendRanges } from '#server/http/send-ranges.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { downloadFreeDocument, type DownloadedDocument, downloadPaidDocument } from '#server/services/commerce/downloads/take-document.ts'

const MEDIA_TYPES = {
	pdf: 'application/pdf',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	csv: 'text/csv; charset=utf-8; header=present',
} as const satisfies Record<DownloadedDocument['format'], string>

/**
 * Returns the file name in two forms (RFC 6266): a plain one for every client, and the full title (RFC 8187), percent-encoded so
 * that it can't break out of the header.
 */
function contentDisposition(slug: string, title: string, format: string): string {
	const full = encodeURIComponent(`${title}.${format}`).replaceAll(
		/['()*]/g,
		(mark) => `%${mark.codePointAt(0)?.toString(16).toUpperCase()}`,
	)
	return `attachment; filename="${slug}.${format}"; filename*=UTF-8''${full}`
}

/** @param allowsNotModified true allows a 304 */
const sendFile = (c: HttpContext, { document, format, file }: DownloadedDocument, allowsNotModified: boolean): Promise<Response> =>
	sendRanges(c, {
		bytes: file.bytes.byteLength,
		etag: `"${file.digest}"`,
		headers: {
			'content-type': MEDIA_TYPES[format],
			'content-disposition': contentDisposition(document.slug, document.title, format),
		},
		allowsNotModified,
		read: ({ first, last }) => Uint8Array.from(file.bytes.slice(first, last + 1)),
	})

/** Cache header of free documents: caches may serve an outdated one for up to an hour. */
const PUBLIC = 'public, max-age=3600'
const PRIVATE = 'private, no-store'

function readFileName(c: HttpContext): { slug: string; format: string } {
	const [, slug = '', format = ''] = /^([a-z0-9_-]+)\.([a-z]+)$/.exec(c.req.param('file') ?? '') ?? []
	return { slug, format }
}

/**
 * Returns the requested part. `all` includes the first byte and counts as a download, `rest` continues one, `look` (HEAD) gets no
 * content.
 */
function readPart(c: HttpContext): 'all' | 'rest' | 'look' {
	if (c.req.method === 'HEAD') return 'look'
	return /^bytes=[1-9]/.test(c.req.header('range') ?? '') ? 'rest' : 'all'
}

const isPage = (c: HttpContext) => /\btext\/html\b/.test(c.req.header('accept') ?? '')

/** Creates `/documents/<slug>.<format>`, open to everyone, and `/downloads/<slug>.<format>?link=`, which requires a signed link. */
export function createDocuments(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError((error, c) => {
			// A browser with an expired link is redirected to the page that creates a new one.
			if (error instanceof ServiceError && error.kind === 'forbidden' && isPage(c))
				return c.redirect(`${paths.templates}?refused=${error.code}`, 303)
			return apiErrors(error, c)
		})
		.get('/documents/:file', limitRate({ name: 'documents', points: 300, seconds: 600 }), cacheControl(PUBLIC), async (c) =>
			sendFile(c, await downloadFreeDocument(c.var.ctx, readFileName(c)), true),
		)
		.get('/downloads/:file', limitRate({ name: 'paid-documents', points: 300, seconds: 600 }), cacheControl(PRIVATE), async (c) => {
			const request = { ...readFileName(c), signature: c.req.query('link') ?? '', part: readPart(c) }
			return sendFile(c, await downloadPaidDocument(c.var.ctx, request), false)
		})
}
