import { z } from 'zod'

const SlugSchema = z.string().regex(/^[a-z0-9_-]{1,60}$/)
const FormatSchema = z.enum(['pdf', 'docx', 'xlsx', 'csv'])

/** Body of `POST /api/downloads`: a document and its format. */
export const DownloadRequestSchema = z.strictObject({ document: SlugSchema, format: FormatSchema })
export type DownloadRequest = z.infer<typeof DownloadRequestSchema>

/** Response of `POST /api/downloads`: URL and expiry of the file. Free files don't expire. */
export type DownloadLink = { url: string; expiresAt: string | null }

/**
 * Response of `GET /api/downloads`: access to the main course and its library, and earlier downloads, newest first. `open`: slugs
 * of the accessible documents, if that depends on the course.
 */
export type DownloadList = {
	isOpen: boolean
	open?: string[]
	downloads: { slug: string; title: string; format: DownloadRequest['format']; at: string }[]
}
