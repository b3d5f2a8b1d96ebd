import { isJson } from '#content/check-file.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import type { ContentFile } from './files.ts'
import type { Json } from './json-schema.ts'
import { textOf, type Version } from './versions.ts'

/** The value of a file. @throws ServiceError content_unreadable (409) for a draft that is no JSON */
export function requireJson(version: Version | null, file: ContentFile): Json {
	const text = textOf(version, file)
	if (!isJson(text)) throw new ServiceError('conflict', 'content_unreadable', `“${file.title}” has an error. Fix it in its editor first.`)
	return JSON.parse(text) as Json
}
