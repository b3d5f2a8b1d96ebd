import { isDeepStrictEqual } from 'node:util'

import { readShipped } from '#content/read-sources.server.ts'
import { listShippedPaths } from '#server/console/content/files.ts'
import type { listLatestVersions } from '#server/console/content/versions.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type CourseJson, type ModuleJson, removeSection } from './change-outline.ts'
import { COURSE_FILE, lessonFile, moduleFile, parseModule, readOutlineFile } from './changes.ts'

type LatestVersions = Awaited<ReturnType<typeof listLatestVersions>>

type Values = Readonly<Record<string, unknown>>

const readShippedJson = (file: string): Values => JSON.parse(readShipped().get(file) ?? '{}') as Values

/** Replaces the values that are still as shipped; undefined removes one. */
function replaceShipped<T extends object>(value: T, shipped: Values, fresh: Values): T {
	const replaced = Object.entries(fresh).filter(([key]) => isDeepStrictEqual((value as Values)[key], shipped[key]))
	return Object.fromEntries(Object.entries({ ...value, ...Object.fromEntries(replaced) }).filter(([, each]) => each !== undefined)) as T
}

const itemFor = (list: unknown, key: string, id: number): Values =>
	(Array.isArray(list) ? (list as Values[]) : []).find((item) => item[key] === id) ?? {}

/** A module whose sample lessons are all removed: its page, and the texts of the lessons that stay. */
type EmptiedModule = { id: number; page: ModuleJson; lessons: readonly string[] }

/** Reads the time that a lesson says it takes, such as “20 minutes” or “1 hour 30 minutes”. @returns 0 if it says none */
function readMinutes(text: string): number {
	const [, duration = ''] = /^duration: (.*)$/m.exec(text) ?? []
	const read = (unit: RegExp) => Number(unit.exec(duration)?.[1] ?? 0)
	return Math.round(read(/(\d+(?:\.\d+)?) h/) * 60 + read(/(\d+) min/))
}

function describeLessons({ page: { sections }, lessons }: EmptiedModule) {
	const [first] = sections
	return { title: first?.title, summary: first?.summary, minutes: lessons.reduce((sum, text) => sum + readMinutes(text), 0) }
}

/** Replaces the texts of a module's page about its sample lessons, as far as they are unedited. */
function emptyModulePage(emptied: EmptiedModule): ModuleJson {
	const { id, page } = emptied
	const { title, minutes } = describeLessons(emptied)
	const fresh = {
		title,
		subtitle: undefined,
		outcomes: [],
		goals: undefined,
		projectChoice: undefined,
		downloadIds: [],
		overviewDownload: null,
		startButtonLabel: 'Start the Module',
	}
	const completion = { title: 'Module complete', text: 'You reached the end of this module.', achievements: [], earlyAccess: null }
	const shipped = readShippedJson(moduleFile(id))
	const known = Array.isArray(shipped.details) ? shipped.details : []
	const own = (page.details ?? []).filter((fact) => !known.some((each) => isDeepStrictEqual(each, fact)))
	const time = { label: 'Time frame', value: minutes === 0 ? '–' : `${minutes} minutes` }
	const needsTime = (minutes > 0 || own.length === 0) && !own.some(({ label }) => label === time.label)
	return {
		...replaceShipped(page, shipped, fresh),
		details: needsTime ? [time, ...own] : own,
		...(page.completion && { completion: replaceShipped(page.completion, shipped.completion as Values, completion) }),
	}
}

/** Replaces the texts of a course about the sample lessons of a module, as far as they are unedited. */
export function emptyModuleOfCourse(course: CourseJson, emptied: EmptiedModule): CourseJson {
	const { id } = emptied
	const { title, summary: description = 'Sample text: what this module teaches, in a sentence.', minutes } = describeLessons(emptied)
	const shipped = readShippedJson(COURSE_FILE)
	const module = {
		title,
		pageTitle: title,
		description,
		skills: [],
		// A claim of whole hours can't be lowered to less than one, so a shorter time is left to the operator.
		...(minutes >= 60 && { duration: `${minutes} minutes`, minutes }),
		template: undefined,
		templateSlug: undefined,
		challenge: undefined,
	}
	const week = { title, description, outcome: 'Sample text: what learners have at the end of this week.' }
	return {
		...course,
		modules: course.modules.map((each) => (each.id === id ? replaceShipped(each, itemFor(shipped.modules, 'id', id), module) : each)),
		...(course.weeks && {
			weeks: course.weeks.map((each) => (each.module === id ? replaceShipped(each, itemFor(shipped.weeks, 'module', id), week) : each)),
		}),
	}
}

/** Returns the lessons of a module that came with the program and that no one edited; a changed name or link in them doesn't count. */
export function listSampleSections(versions: LatestVersions, module: number, { sections }: Pick<ModuleJson, 'sections'>) {
	const edited = new Set(versions.filter(({ is_own: isOwn }) => isOwn).map(({ path }) => path))
	const shipped = new Set(listShippedPaths())
	return sections.filter((section) => {
		const path = lessonFile(module, section)
		return shipped.has(path) && !edited.has(path)
	})
}

/** Plans to remove the unedited sample lessons of a module, and says whether any other lesson is left. */
export async function planModuleSamples(ctx: Pick<ServiceContext, 'db'>, id: number, versions: LatestVersions) {
	const opened = await readOutlineFile(ctx.db, moduleFile(id))
	const page = parseModule(opened)
	const samples = listSampleSections(versions, id, page)
	const hasOwn = samples.length < page.sections.length
	const without = samples.reduce((rest, section) => removeSection(rest, section.id), page)
	const shipped = new Set(listShippedPaths())
	const isEmptied = hasOwn && samples.length > 0 && !without.sections.some((section) => shipped.has(lessonFile(id, section)))
	const lessons = without.sections.map(async (section) => (await readOutlineFile(ctx.db, lessonFile(id, section))).text)
	const emptied = isEmptied ? { id, page: without, lessons: await Promise.all(lessons) } : null
	return { id, opened, page, samples, hasOwn, without: emptied ? emptyModulePage(emptied) : without, emptied }
}
