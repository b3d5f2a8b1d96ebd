import { describeDownloadFailure } from '#app/lib/describe-download-failure.ts'
import { saveDownload, type SavedDownload } from '#app/lib/save-download.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { Download } from '#content/schema/download.ts'
import type { ToastWords } from '#content/schema/primitives.ts'

export function startGuideDownload(file: Pick<Download, 'title'> & SavedDownload, words: ToastWords): void {
	toast({ title: words.title, description: words.description?.replace('{title}', file.title), variant: words.variant })
	saveDownload(file).catch((error: unknown) => toast(describeDownloadFailure(error)))
}
