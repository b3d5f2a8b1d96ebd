import path from 'node:path'

import { CAREER_COURSE_ID } from '#content/career-course.ts'
import { FURTHER_COURSE_FILE } from '#content/json-files.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import type { CourseContents } from '#domain/gating/course-contents.ts'
import type { ConsoleRequest, Fields } from '#server/console/shell/console-request.ts'
import { listVideos } from '#server/services/platform/media/read-media.ts'

import { refuseField } from './begin-fields.ts'
import { listCourseFiles, readCourse } from './begin-module.ts'
import type { FormatChoices } from './check-boxes.ts'
import { listFiles } from './files.ts'
import { readLatestJson } from './find-listed.ts'
import { listHideablePages } from './hidden-links.ts'
import { isObject, jsonSchemaOf } from './read-form.ts'
import { listLatestVersions, titlesOf } from './versions.ts'

type Listed<Id> = { id: Id; title: string; field: string; /** True if it is the only course. */ isOnly?: boolean }
export type OfferContents = { courses: Listed<string>[]; modules: Listed<number>[] }

const readCourses = async (request: ConsoleRequest) => {
	const files = await listCourseFiles(request)
	return Promise.all(
		files.map(async (path) => ({ id: FURTHER_COURSE_FILE.exec(path)?.[1] ?? MAIN_COURSE_ID, ...(await readCourse(request, path)) })),
	)
}

const labelModules = (courses: Awaited<ReturnType<typeof readCourses>>) =>
	courses.flatMap(({ title: course, modules }, place) =>
		modules.map(({ id, title }, index) => ({
			id,
			title: place === 0 ? `Module ${id}: ${title}` : `${course}, module ${index + 1}: ${title}`,
		})),
	)

export const listModules = async (request: ConsoleRequest) => labelModules(await readCourses(request))

/** Lists everything an offer can include, drafts included, with its form field. */
export async function listContents(request: ConsoleRequest): Promise<OfferContents> {
	const courses = await readCourses(request)
	const career = request.ctx.content.courses.find(({ id }) => id === CAREER_COURSE_ID)
	return {
		courses: [...courses, ...(career ? [career] : [])].map(({ id, title }) => ({
			id,
			title,
			field: `course-${id}`,
			isOnly: courses.length === 1 && id === MAIN_COURSE_ID,
		})),
		modules: labelModules(courses).map((module) => ({ ...module, field: `module-${module.id}` })),
	}
}

const REFERENCES = /"format":"(?:claims|testimonials|articles|downloads)"/

/** Lists what texts can refer to, drafts included. */
async function listReferences({ ctx: { db, content } }: ConsoleRequest): Promise<FormatChoices> {
	const read = (path: string) => readLatestJson<Record<string, Record<string, unknown>[]>>(db, path)
	const { claims } = await read('marketing/claims.json')
	const { testimonials } = await read('marketing/testimonials.json')
	const files = listFiles(titlesOf((await listLatestVersions(db)).filter((row) => row.is_edit)))
	const inFolder = (folder: string) =>
		files.flatMap(({ path: file, title }) => (path.dirname(file) === folder ? [[path.parse(file).name, title] as const] : []))
	const entries = (list: unknown, ...fields: string[]) =>
		Array.isArray(list)
			? list
					.filter(isObject)
					.map((entry) => [String(entry.id), content.fillPromises(fields.map((field) => String(entry[field])).join(' '))] as const)
			: []
	return {
		claims: entries(claims, 'value', 'label'),
		testimonials: entries(testimonials, 'name'),
		articles: inFolder('articles'),
		downloads: inFolder('downloads'),
	}
}

/** Lists the options of a form's fields that depend on other data, by the format in their schema. */
export async function listFieldChoices(request: ConsoleRequest, file: string): Promise<FormatChoices> {
	if (file === 'site.json') return { 'library-video': await listVideos(request.ctx), 'hidden-pages': await listHideablePages(request.ctx) }
	if (file !== 'offers.json') return REFERENCES.test(JSON.stringify(jsonSchemaOf(file))) ? listReferences(request) : {}
	const { courses, modules } = await listContents(request)
	return { courses: courses.map(({ id, title }) => [id, title]), modules: modules.map(({ id, title }) => [id, title]) }
}

/** @throws ServiceError begin_invalid (422) if none is checked */
export function parseOfferContents(all: OfferContents, fields: Fields): { contains: CourseContents; titles: string[] } {
	const [courses, modules] = [all.courses.filter(({ field }) => field in fields), all.modules.filter(({ field }) => field in fields)]
	if (courses.length + modules.length === 0) throw refuseField('contents', 'Choose at least one course or module.')
	return {
		contains: { courses: courses.map(({ id }) => id), modules: modules.map(({ id }) => id) },
		titles: [...courses.map(({ title }) => title), ...modules.map(({ title }) => title)],
	}
}
