import { isJson } from '#content/check-file.ts'
import { type ContentFile, requireFile } from '#server/console/content/files.ts'
import { unreadable } from '#server/console/content/require-json.ts'
import { readNewestAndLive, textOf } from '#server/console/content/versions.ts'
import type { Db, Tx } from '#server/db/database.ts'

import type { CourseJson, ModuleJson } from './change-outline.ts'

export const COURSE_FILE = 'course/course.json'
export const moduleFile = (id: number) => `course/module-${id}/module.json`
export const lessonFile = (moduleId: number, { id, lessonId }: { id: string; lessonId?: string | null }) =>
	`course/module-${moduleId}/lessons/${lessonId ?? id}.md`

/** `base`: version that a change is based on. */
export type Opened = { file: ContentFile; text: string; base: string }

export async function openFile(db: Db | Tx, path: string): Promise<Opened> {
	const file = requireFile(path)
	const { newest } = await readNewestAndLive(db, path)
	return { file, text: textOf(newest, file), base: newest?.id ?? '' }
}

/** @throws ServiceError outline_unreadable (409) if the draft is incomplete */
export function parseCourse({ text, file }: Opened): CourseJson {
	const data = isJson(text) ? (JSON.parse(text) as Partial<CourseJson>) : null
	if (!Array.isArray(data?.modules)) throw unreadable(file, 'outline_unreadable')
	return data as CourseJson
}

/** @throws ServiceError outline_unreadable (409) */
export function parseModule({ text, file }: Opened): ModuleJson {
	const data = isJson(text) ? (JSON.parse(text) as Partial<ModuleJson>) : null
	if (!Array.isArray(data?.sections)) throw unreadable(file, 'outline_unreadable')
	return data as ModuleJson
}
