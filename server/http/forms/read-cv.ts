import { CV_MAX_BYTES } from '#domain/support/check-pdf.ts'
import type { CvFile } from '#server/services/people/support/receive-application.ts'

/** Size of the file, plus 64 kB for the text fields and the multipart framing. */
export const MAX_UPLOAD_BYTES = CV_MAX_BYTES + 64 * 1024

/** Reads an uploaded CV. Browsers post an empty file field as a file without name and bytes. */
export async function readCv(file: unknown): Promise<CvFile | null> {
	if (!(file instanceof File) || (file.size === 0 && file.name === '')) return null
	return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}
