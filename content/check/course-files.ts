import { FURTHER_COURSE_FILE } from '#content/json-files.ts'
import type { ContentIssue } from '#content/parse-located.ts'
import { numberInWords } from '#domain/reading/number-in-words.ts'

import { readContentStrings } from './references.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

type Sources = ReadonlyMap<string, string>
type Located = ContentIssue & { file: string }

/** Matches the folder of a module, and captures its number. */
export const MODULE_FOLDER = /^course\/module-([1-9]\d?)\//

/** Parses an object. Returns an empty one for a missing or invalid file, which other checks report. */
export function readJson(source: string | undefined): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(source ?? '')
		return isObject(value) ? value : {}
	} catch {
		return {}
	}
}

function modulesOf(file: string, sources: Sources): number[] {
	const { modules } = readJson(sources.get(file))
	return Array.isArray(modules) ? modules.filter(isObject).map(({ id }) => Number(id)) : []
}

const furtherFiles = (sources: Sources) => [...sources.keys()].filter((file) => FURTHER_COURSE_FILE.test(file))

export const listFurtherCourses = (sources: Sources): string[] =>
	furtherFiles(sources).map((file) => FURTHER_COURSE_FILE.exec(file)?.[1] ?? '')

export const listModuleNumbers = (sources: Sources): number[] =>
	['course/course.json', ...furtherFiles(sources)].flatMap((file) => modulesOf(file, sources))

const lineOf = (source: string, text: string) => Math.max(source.slice(0, Math.max(source.indexOf(text), 0)).split('\n').length, 1)

/**
 * Checks that folders, course files and IDs name the same modules, and that at most one module has projects: the browser can store only one
 * choice.
 */
export function checkCourseFiles(sources: Sources): Located[] {
	const list = 'course/course.json'
	if (!sources.has(list)) return [{ file: list, line: 1, message: 'does not exist' }]
	const lists = [list, ...furtherFiles(sources)]
	const listed = listModuleNumbers(sources)
	const folders = new Set([...sources.keys()].flatMap((file) => MODULE_FOLDER.exec(file)?.[1] ?? []).map(Number))
	const pageOf = (id: number) => `course/module-${id}/module.json`
	const missing = lists.flatMap((file) =>
		modulesOf(file, sources)
			.filter((id) => !sources.has(pageOf(id)))
			.map((id) => ({
				file,
				line: lineOf(sources.get(file) ?? '', `"id": ${id},`),
				message: `lists module ${id}, which doesn’t exist: remove it, or create the module`,
			})),
	)
	const unlisted = [...folders]
		.filter((id) => !listed.includes(id))
		.map((id) => ({
			file: pageOf(id),
			line: 1,
			message: `isn’t listed in course/course.json: add module ${id} there, or delete this page`,
		}))
	const pages = [...folders].filter((id) => sources.has(pageOf(id))).map((id) => ({ id, page: readJson(sources.get(pageOf(id))) }))
	const misnamed = pages
		.filter(({ id, page }) => page.id !== undefined && page.id !== id)
		.map(({ id }) => ({
			file: pageOf(id),
			line: lineOf(sources.get(pageOf(id)) ?? '', '"id"'),
			message: `id must be ${id}, as in the folder's name`,
		}))
	const further = pages
		.filter(({ page }) => page.projectChoice !== undefined)
		.slice(1)
		.map(({ id }) => ({
			file: pageOf(id),
			line: lineOf(sources.get(pageOf(id)) ?? '', '"projectChoice"'),
			message: 'has a project choice, but another module already has one: keep it in one module',
		}))
	return [...missing, ...unlisted, ...misnamed, ...further]
}

const NAMED_NUMBER = /\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)(?: course)? modules?\b/i

/** Checks the number of modules in files without placeholders, because they are used unfilled or drawn into pictures. */
export function checkModuleNumbers(sources: Sources): Located[] {
	const count = modulesOf('course/course.json', sources).length
	return ['site.json', 'link-pictures.json'].flatMap((file) =>
		readContentStrings(file, sources.get(file) ?? '').flatMap(({ value, line }) => {
			const named = NAMED_NUMBER.exec(value)?.[1]?.toLowerCase()
			if (named === undefined || named === String(count) || named === numberInWords(count)) return []
			return [{ file, line, message: `says "${named} modules", but course/course.json has ${numberInWords(count)}` }]
		}),
	)
}
