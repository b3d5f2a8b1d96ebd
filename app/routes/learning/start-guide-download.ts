import { downloadText } from '#app/lib/download-text.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { Download } from '#content/schema/download.ts'
import type { ToastWords } from '#content/schema/primitives.ts'

/** Saves a generated file and says so (spec B §7). */
export function startGuideDownload(file: Download, words: ToastWords): void {
	downloadText(file.fileName, file.previewContent, file.mediaType)
	toast({ title: words.title, description: words.description?.replace('{title}', file.title), variant: words.variant })
}
