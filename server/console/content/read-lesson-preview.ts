import { checkFile, parseAnyLesson } from '#content/check-file.ts'
import { renderChecklistText } from '#content/render-markdown.server.ts'
import type { ConsoleRequest } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { requireFile } from './files.ts'
import { readVersions, textOf } from './versions.ts'

/**
 * The newest text of a lesson, saved and perhaps not published: `?path=`. Pages of the course have no lesson in them: the browser of a
 * member asks for it.
 */
export async function readLessonPreview({ ctx: { db, content }, url: { searchParams } }: ConsoleRequest) {
	const file = requireFile(searchParams.get('path') ?? undefined)
	const { newest } = await readVersions(db, file.path)
	const text = content.fillFile(file.path, textOf(newest, file))
	const parsed = parseAnyLesson(file.path, text)
	if (!parsed) throw new ServiceError('not-found', 'content_not_found', 'This file is no lesson. The preview of the site shows its pages.')
	if (!parsed.ok || checkFile(file.path, text).length > 0)
		throw new ServiceError('unprocessable', 'content_faulty', 'The draft has errors, listed in the editor. Fix them first.')
	const { title, duration, difficulty, body } = parsed.lesson
	// Sanitized by the renderer that members' pages use.
	return { path: file.path, title, duration, difficulty, html: renderChecklistText(body, 3).html }
}
