import { downloadFile, downloadText } from './download-file.ts'
import { callApiForFile } from './own-api.ts'

export type SavedDownload = {
	fileName: string
	previewContent: string
	mediaType: 'text/plain' | 'text/csv'
	/** URL of the document; null if `previewContent` is the whole file. */
	href: string | null
}

/**
 * Downloads a document, e.g. `/documents/roi-tracker.xlsx?link=…`, under its file name.
 * @throws ApiError if the request fails
 */
export async function saveFromServer(href: string): Promise<void> {
	const file = await callApiForFile(href)
	downloadFile(/([^/?]+)(?:\?.*)?$/.exec(href)?.[1] ?? 'document', file)
}

/** @throws ApiError if the request fails */
export async function saveDownload({ href, fileName, previewContent, mediaType }: SavedDownload): Promise<void> {
	if (href === null) downloadText(fileName, previewContent, mediaType)
	else await saveFromServer(href)
}
