import { downloadFile } from './download-file.ts'
import { downloadText } from './download-text.ts'
import { callApiForFile } from './own-api.ts'

export type SavedDownload = {
	fileName: string
	previewContent: string
	mediaType: 'text/plain' | 'text/csv'
	/** URL of the real document; null where the text above is the file. */
	href: string | null
}

/**
 * Downloads a document of this server under its own name, e.g. `/documents/roi-tracker.xlsx?link=…`.
 * @throws ApiError when it could not be fetched
 */
export async function saveFromServer(href: string): Promise<void> {
	const file = await callApiForFile(href)
	downloadFile(/([^/?]+)(?:\?.*)?$/.exec(href)?.[1] ?? 'document', file)
}

/**
 * Downloads the real document, or a generated fallback.
 * @throws ApiError when the document could not be fetched
 */
export async function saveDownload({ href, fileName, previewContent, mediaType }: SavedDownload): Promise<void> {
	if (href === null) downloadText(fileName, previewContent, mediaType)
	else await saveFromServer(href)
}
