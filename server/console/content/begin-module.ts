import { FURTHER_COURSE_FILE } from '#content/json-files.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { coursePath, paths } from '#contracts/paths.ts'
import { MAX_MODULE_ID } from '#domain/gating/check-module-access.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { numberInWords } from '#domain/reading/number-in-words.ts'
import type { ConsoleActionRequest, ConsoleRequest, Fields } from '#server/console/shell/console-request.ts'

import { MINUTES, type NewDraft, refuseField, requireMinutes, requireSlug, requireTextFields } from './begin-fields.ts'
import { composeSampleLesson, composeSampleModule } from './draft-course.ts'
import { listShippedPaths } from './files.ts'
import { unreadableDraft } from './require-json.ts'
import { readNewest, readNewestText, saveLatestDraft, saveValue } from './save-begun.ts'
import { listLatestVersions } from './versions.ts'

/** Texts that state the number of modules in words instead of a placeholder (content/check/course-files.ts). */
export const FILES_WITH_MODULE_COUNT = ['site.json', 'link-pictures.json']

/** Replaces the number in phrases such as “six modules”. */
export function recountModules(text: string, before: number, after: number): string {
	const counted = new RegExp(`\\b(${numberInWords(before)}|${before})((?: course)? module)s?\\b`, 'gi')
	const word = numberInWords(after)
	return text.replaceAll(counted, (_, found: string, noun: string) => {
		const number = /\d/.test(found) ? String(after) : /^[A-Z]/.test(found) ? word.charAt(0).toUpperCase() + word.slice(1) : word
		return `${number}${noun}${after === 1 ? '' : 's'}`
	})
}

const MAIN_FILE = 'course/course.json'

type Listed = { id: number; title: string; templateSlug?: string; gate?: { deniedRedirect: string } | null }
type Course = {
	title: string
	modules: readonly Listed[]
	weeks?: readonly object[]
	notEnrolled?: { deniedToast: { description: string } }
}

/** Lists the files of all courses, drafts included, the main course first. */
export async function listCourseFiles({ ctx }: ConsoleRequest): Promise<string[]> {
	const drafted = (await listLatestVersions(ctx.db)).map(({ path }) => path)
	return [MAIN_FILE, ...new Set([...listShippedPaths(), ...drafted].filter((path) => FURTHER_COURSE_FILE.test(path)))]
}

/**
 * Returns the number of the next module, above those of all modules, published, drafted or removed: a number is never used twice.
 * @throws ServiceError begin_invalid (422) if no number is left
 */
export async function nextModuleId({ ctx }: ConsoleActionRequest): Promise<number> {
	const files = [...listShippedPaths(), ...(await listLatestVersions(ctx.db)).map(({ path }) => path)]
	const next = Math.max(...files.flatMap((path) => /^course\/module-(\d+)\//.exec(path)?.[1] ?? []).map(Number)) + 1
	if (next > MAX_MODULE_ID)
		throw refuseField('title', `An academy can have at most ${MAX_MODULE_ID} modules. Edit one you no longer need instead.`)
	return next
}

/**
 * Reads the latest version of a course file.
 * @throws ServiceError content_not_found (404); content_unreadable (409) if it isn't JSON or has no list of modules
 */
export async function readCourse(request: ConsoleRequest, path: string): Promise<Course> {
	const { file, value } = await readNewest(request, path)
	if (!Array.isArray(value.modules)) throw unreadableDraft(file, 'content_unreadable')
	return value as Course
}

const courseFileOf = async (request: ConsoleRequest, path: string | null) =>
	(await listCourseFiles(request)).find((file) => file === path) ?? MAIN_FILE

/** Reads the course that a new module belongs to (`?course=`), for its form. */
export async function readCourseOfModule(request: ConsoleRequest) {
	const file = await courseFileOf(request, request.url.searchParams.get('course'))
	const { title, modules } = await readCourse(request, file)
	const used = new Set(modules.map(({ templateSlug }) => templateSlug))
	const documents = [...request.ctx.content.libraryDocuments.values()].filter(({ kind }) => kind !== 'guide')
	const templates = file === MAIN_FILE ? documents.toSorted((one, other) => Number(used.has(one.slug)) - Number(used.has(other.slug))) : []
	return { file, title, templates: templates.map((document) => ({ slug: document.slug, title: document.title })) }
}

type NewModule = { id: number; title: string; summary: string; minutes: string }

const addToFurther = ({ modules, ...course }: Course, { id, title, summary, minutes }: NewModule) => ({
	...course,
	modules: [
		...modules,
		{
			id,
			title,
			description: summary,
			skills: [],
			duration: countNoun(Number(minutes), 'minute'),
			minutes: Number(minutes),
			requires: modules.at(-1)?.id ?? null,
		},
	],
})

function addToMain({ modules, weeks = [], ...course }: Course, { id, title, summary, minutes }: NewModule, template: object) {
	const last = modules.at(-1)
	const gate = last && {
		requires: last.id,
		deniedToast: {
			title: `Complete Module ${last.id} First`,
			description: `You need to complete Module ${last.id}: ${last.title} before accessing Module ${id}`,
			variant: 'destructive',
		},
		// Don't redirect to the previous module, because it may be locked as well.
		deniedRedirect: paths.modules,
	}
	const module = {
		id,
		title,
		pageTitle: title,
		description: summary,
		skills: [],
		duration: countNoun(Number(minutes), 'minute'),
		minutes: Number(minutes),
		...template,
		gate: gate ?? null,
		completionToast: { title: `Module ${id} Completed!`, description: `You finished “${title}”.`, variant: 'default' },
	}
	const week = { week: weeks.length + 1, module: id, title, description: summary }
	return { ...course, modules: [...modules, module], weeks: [...weeks, week] }
}

/** Updates the module count in texts such as “six modules”. */
async function countModules(request: ConsoleActionRequest, before: number, becauseOf: string): Promise<void> {
	for (const path of FILES_WITH_MODULE_COUNT) {
		const text = await readNewestText(request, path)
		const changed = recountModules(text, before, before + 1)
		if (changed !== text) await saveLatestDraft(request, { path, text: changed, becauseOf })
	}
}

/**
 * Returns the title and slug of the selected template; nothing if none is selected.
 * @throws ServiceError begin_invalid (422) for an unknown template
 */
function findTemplate({ ctx: { content } }: ConsoleActionRequest, fields: Fields) {
	if ((fields.template ?? '') === '') return {}
	const document = content.libraryDocuments.get(fields.template ?? '')
	if (!document) throw refuseField('template', 'Choose a template.')
	return { template: document.title, templateSlug: document.slug }
}

/**
 * Creates a module with one lesson.
 * @throws ServiceError begin_invalid (422), content_unreadable (409), content_changed (409)
 */
export async function beginModule(request: ConsoleActionRequest, fields: Fields): Promise<NewDraft> {
	const file = await courseFileOf(request, fields.course ?? null)
	const isMain = file === MAIN_FILE
	const typed = requireTextFields(fields, {
		title: 'a title',
		summary: 'what it teaches',
		minutes: MINUTES,
		lesson: 'the title of its first lesson',
	})
	const { title, summary } = typed
	const minutes = requireMinutes(typed.minutes)
	const lesson = { id: requireSlug('lesson', typed.lesson), title: typed.lesson }
	const template = isMain ? findTemplate(request, fields) : {}
	const id = await nextModuleId(request)
	const course = await readCourse(request, file)
	const module = { id, title, summary, minutes }
	const path = `course/module-${id}/module.json`
	await saveValue(request, { path: file, becauseOf: path }, () =>
		isMain ? addToMain(course, module, template) : addToFurther(course, module),
	)
	if (isMain) await countModules(request, course.modules.length, path)
	const courseId = FURTHER_COURSE_FILE.exec(file)?.[1] ?? ''
	const back = isMain ? { label: 'View All Modules', href: paths.modules } : { label: 'Back to the Course', href: coursePath(courseId) }
	await saveLatestDraft(request, { path, text: composeSampleModule({ moduleId: id, title, minutes, back, lesson }) })
	await saveLatestDraft(request, {
		path: `course/module-${id}/lessons/${lesson.id}.md`,
		text: composeSampleLesson(lesson.title, '20 minutes'),
	})
	return { path, address: `${consolePaths.course}?notice=module-begun#module-${id}` }
}
