import { listFiles } from '#server/console/content/files.ts'
import { planDrafts } from '#server/console/content/plan-release.ts'
import { saveLatestDraft } from '#server/console/content/save-begun.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { listCaptionLanguages } from '#server/services/platform/media/read-media.ts'

type Video = { url: string; languages: readonly string[] }

/** Writes the languages of a video's captions where a file shows the video: in the title of a Markdown picture, or in `welcomeVideo`. */
function nameLanguages(path: string, text: string, { url, languages }: Video): string {
	const address = url.replaceAll('.', String.raw`\.`)
	const listed = languages.length > 0
	return path.endsWith('.md')
		? text.replaceAll(
				new RegExp(String.raw`\]\(${address}(?: "captions:[^"]*")?\)`, 'g'),
				`](${url}${listed ? ` "captions: ${languages.join(', ')}"` : ''})`,
			)
		: text.replaceAll(new RegExp(`"${address}(?:#captions=[^"]*)?"`, 'g'), `"${url}${listed ? `#captions=${languages.join(',')}` : ''}"`)
}

/**
 * Drafts each text that shows the video, with the languages it has now.
 * @returns true if there was any
 * @throws ServiceError content_changed (409)
 */
export async function renewCaptions(request: ConsoleActionRequest, { id, url }: { id: string; url: string }): Promise<boolean> {
	const languages = await listCaptionLanguages(request.ctx, id)
	const { edits } = await planDrafts(request.ctx)
	const renewed = listFiles(edits).flatMap(({ path, origin }) => {
		const before = edits[path] ?? origin
		const text = nameLanguages(path, before, { url, languages })
		return text === before ? [] : [{ path, text }]
	})
	for (const draft of renewed) await saveLatestDraft(request, draft)
	return renewed.length > 0
}
