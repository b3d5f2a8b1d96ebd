import { toast } from '#app/ui/toast-store.ts'
import type { Download } from '#content/schema/download.ts'
import type { ToastWords } from '#content/schema/primitives.ts'

import { downloadFile, downloadText } from './download-file.ts'
import { callApiForFile, findRefusal } from './own-api.ts'

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
export async function downloadFromServer(href: string): Promise<void> {
	const file = await callApiForFile(href)
	downloadFile(/([^/?]+)(?:\?.*)?$/.exec(href)?.[1] ?? 'document', file)
}

/** @throws ApiError if the request fails */
export async function saveDownload({ href, fileName, previewContent, mediaType }: SavedDownload): Promise<void> {
	if (href === null) downloadText(fileName, previewContent, mediaType)
	else await downloadFromServer(href)
}

export function describeDownloadFailure(error: unknown): { title: string; description: string; variant: 'destructive' } {
	return {
		title: 'Download failed',
		description: findRefusal(error)?.message ?? 'We couldn’t download the file. Please check your connection and try again.',
		variant: 'destructive',
	}
}

/** Downloads a file, and shows a toast. If that fails, another toast shows the error. */
export function startDownload(file: Pick<Download, 'title'> & SavedDownload, words: ToastWords): void {
	toast({ title: words.title, description: words.description?.replace('{title}', file.title), variant: words.variant })
	saveDownload(file).catch((error: unknown) => toast(describeDownloadFailure(error)))
}
