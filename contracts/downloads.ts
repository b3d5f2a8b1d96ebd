import { z } from 'zod'

const SlugSchema = z.string().regex(/^[a-z0-9_-]{1,60}$/)
const FormatSchema = z.enum(['pdf', 'docx', 'xlsx', 'csv'])

/** Body of `POST /api/downloads`: which document, in which format. */
export const DownloadRequestSchema = z.strictObject({ document: SlugSchema, format: FormatSchema })
export type DownloadRequest = z.infer<typeof DownloadRequestSchema>

/** Answer of `POST /api/downloads`: where the file is, and until when. A free file has no expiry. */
export type DownloadLink = { url: string; expiresAt: string | null }

/**
 * Answer of `GET /api/downloads`: access to the main course and its library, and earlier downloads, latest first. `open`: the accessible
 * documents, if that depends on the course.
 */
export type DownloadList = {
	isOpen: boolean
	open?: string[]
	downloads: { slug: string; title: string; format: DownloadRequest['format']; at: string }[]
}
