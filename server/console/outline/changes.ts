import { isJson } from '#content/check-file.ts'
import { findMultilineObjects } from '#content/find-open.ts'
import { FURTHER_COURSE_FILE } from '#content/json-files.ts'
import { printJson } from '#content/print-json.ts'
import { type ContentFile, requireFile } from '#server/console/content/files.ts'
import { unreadableDraft } from '#server/console/content/require-json.ts'
import { readNewestAndLive, versionText } from '#server/console/content/versions.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import type { CourseJson, ModuleJson } from './change-outline.ts'

/** Maximum length of a title. */
export const MAX_TITLE_LENGTH = 150

export const COURSE_FILE = 'course/course.json'
export const moduleFile = (id: number) => `course/module-${id}/module.json`
export const lessonFile = (moduleId: number, { id, lessonId }: { id: string; lessonId?: string | null }) =>
	`course/module-${moduleId}/lessons/${lessonId ?? id}.md`

/** `base`: version that a change is based on. */
export type OpenedFile = { file: ContentFile; text: string; base: string }

export async function readOutlineFile(db: Db | Tx, path: string): Promise<OpenedFile & { publicText: string }> {
	const file = requireFile(path)
	const { newest, live } = await readNewestAndLive(db, path)
	return { file, text: versionText(newest, file), publicText: versionText(live, file), base: newest?.id ?? '' }
}

/** @throws ServiceError outline_unreadable (409) if the draft is incomplete */
export function parseCourse({ text, file }: OpenedFile): CourseJson {
	const data = isJson(text) ? (JSON.parse(text) as Partial<CourseJson>) : null
	if (!Array.isArray(data?.modules)) throw unreadableDraft(file, 'outline_unreadable')
	return data as CourseJson
}

/** @throws ServiceError outline_unreadable (409) */
export function parseModule({ text, file }: OpenedFile): ModuleJson {
	const data = isJson(text) ? (JSON.parse(text) as Partial<ModuleJson>) : null
	if (!Array.isArray(data?.sections)) throw unreadableDraft(file, 'outline_unreadable')
	return data as ModuleJson
}

export type OutlineChange = {
	opened: OpenedFile
	text: string
	/** True if the text is the public one: saving reads it again, because a publication may have changed it. */
	isReset?: boolean
	/** File whose change also changes this one; by default, the first of the change. */
	becauseOf?: string | null
}

/** Creates the error for a form based on an older version. */
export const outlineChanged = () =>
	new ServiceError(
		'conflict',
		'outline_changed',
		'Someone else changed the course in the meantime. This is how it looks now; nothing was saved.',
	)

/** Prints a JSON file, keeping its style of line breaks. */
export const printCourseFile = (value: unknown, before: string): string => {
	const open = findMultilineObjects(before)
	return printJson(value, (place) => open.has(place))
}

/** Returns the course file that a form or URL names; the main course's file if the name is unknown. */
export const courseFileOf = (course = '') => (FURTHER_COURSE_FILE.test(course) ? course : COURSE_FILE)

export type OutlineCommand = { what: string; module: number; lesson: string }

/** Parses a command such as `lesson-up 2 first-sale`: action, module, lesson. */
export function parseOutlineCommand(typed: string): OutlineCommand {
	const [what = '', module = '', lesson = ''] = typed.split(' ')
	return { what, module: Number(module), lesson }
}
