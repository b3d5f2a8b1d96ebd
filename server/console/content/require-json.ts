import { isJson } from '#content/check-file.ts'
import { fileAddress } from '#contracts/console-paths.ts'
import { LinkedError } from '#server/console/shell/linked-error.ts'

import type { ContentFile } from './files.ts'
import type { Json } from './read-form.ts'
import { versionText, type Version } from './versions.ts'

export const unreadableDraft = ({ path, title }: Pick<ContentFile, 'path' | 'title'>, code: string) =>
	new LinkedError({
		code,
		message: `The draft of “${title}” has an error. Fix it in its editor first.`,
		link: { label: 'Open the editor', href: fileAddress(path) },
	})

/** @throws LinkedError content_unreadable (409) if the draft isn't valid JSON */
export function requireJson(version: Version | null, file: ContentFile): Json {
	const text = versionText(version, file)
	if (!isJson(text)) throw unreadableDraft(file, 'content_unreadable')
	return JSON.parse(text) as Json
}
