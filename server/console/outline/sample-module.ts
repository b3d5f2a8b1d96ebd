import { isDeepStrictEqual } from 'node:util'

import { readShipped } from '#content/read-sources.server.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
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

const omitWeek = ({ week: _, ...rest }: Values): Values => rest

const itemFor = (list: unknown, key: string, id: number | string): Values =>
	(Array.isArray(list) ? (list as Values[]) : []).find((item) => item[key] === id) ?? {}

/** Module after its sample lessons were removed: its page, and the texts of the remaining lessons. */
type EmptiedModule = {
	id: number
	page: ModuleJson
	lessons: readonly string[]
	/** True if none of the lessons that stay came with the program. */
	isEmptied: boolean
}

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

/** Replaces the unedited texts of a module's page that are about its sample lessons. */
function emptyModulePage(emptied: EmptiedModule): ModuleJson {
	const { id, page, isEmptied } = emptied
	const { title, minutes } = describeLessons(emptied)
	const time = { label: 'Time frame', value: minutes === 0 ? '–' : countNoun(minutes, 'minute') }
	const shipped = readShippedJson(moduleFile(id))
	const known = Array.isArray(shipped.details) ? shipped.details : []
	const isShipped = (fact: object) => known.some((each) => isDeepStrictEqual(each, fact))
	if (!isEmptied) {
		const details = page.details?.map((fact) => (fact.label === time.label && isShipped(fact) ? time : fact))
		return minutes > 0 && details ? { ...page, details } : page
	}
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
	const own = (page.details ?? []).filter((fact) => !isShipped(fact))
	const needsTime = (minutes > 0 || own.length === 0) && !own.some(({ label }) => label === time.label)
	return {
		...replaceShipped(page, shipped, fresh),
		details: needsTime ? [time, ...own] : own,
		...(page.completion && { completion: replaceShipped(page.completion, shipped.completion as Values, completion) }),
	}
}

/** Replaces the unedited texts of a course that are about a module's sample lessons. */
export function emptyModuleOfCourse(course: CourseJson, emptied: EmptiedModule): CourseJson {
	const { id, isEmptied } = emptied
	const { title, summary: description = 'Sample text: what this module teaches, in a sentence.', minutes } = describeLessons(emptied)
	const shipped = readShippedJson(COURSE_FILE)
	const time = minutes > 0 ? { duration: countNoun(minutes, 'minute'), minutes } : {}
	const texts = {
		title,
		pageTitle: title,
		description,
		skills: [],
		template: undefined,
		templateSlug: undefined,
		challenge: undefined,
	}
	// The sample's first module is free to read. What the operator sells instead isn't, unless they say so.
	const module = { ...(isEmptied && texts), ...time, free: undefined }
	const week = { title, description, outcome: undefined }
	return {
		...course,
		modules: course.modules.map((each) => (each.id === id ? replaceShipped(each, itemFor(shipped.modules, 'id', id), module) : each)),
		...(isEmptied &&
			course.weeks && {
				weeks: course.weeks.map((each) => (each.module === id ? replaceShipped(each, itemFor(shipped.weeks, 'module', id), week) : each)),
			}),
	}
}

/** Leaves out unedited weeks that no module of the course teaches, such as the week of the free trial. */
export function withoutSampleWeeks(course: CourseJson): CourseJson {
	if (!course.weeks) return course
	const { weeks: shipped } = readShippedJson(COURSE_FILE)
	const isSample = ({ week: _, ...week }: { week: number; module: number | string }) =>
		typeof week.module === 'string' && isDeepStrictEqual(week, omitWeek(itemFor(shipped, 'module', week.module)))
	const weeks = course.weeks.filter((week) => !isSample(week)).map((week, index) => ({ ...week, week: index + 1 }))
	return { ...course, weeks }
}

/** Returns the unedited sample lessons of a module. Changed names and links don't count as edits. */
export function listSampleSections(versions: LatestVersions, module: number, { sections }: Pick<ModuleJson, 'sections'>) {
	const edited = new Set(versions.filter(({ is_own: isOwn }) => isOwn).map(({ path }) => path))
	const shipped = new Set(listShippedPaths())
	return sections.filter((section) => {
		const path = lessonFile(module, section)
		return shipped.has(path) && !edited.has(path)
	})
}

/** Plans to remove the unedited sample lessons of a module, and returns whether other lessons are left. */
export async function planModuleSamples(ctx: Pick<ServiceContext, 'db'>, id: number, versions: LatestVersions) {
	const opened = await readOutlineFile(ctx.db, moduleFile(id))
	const page = parseModule(opened)
	const samples = listSampleSections(versions, id, page)
	const hasOwn = samples.length < page.sections.length
	const without = samples.reduce((rest, section) => removeSection(rest, section.id), page)
	const shipped = new Set(listShippedPaths())
	const isEmptied = !without.sections.some((section) => shipped.has(lessonFile(id, section)))
	const lessons = without.sections.map(async (section) => (await readOutlineFile(ctx.db, lessonFile(id, section))).text)
	const emptied = hasOwn && samples.length > 0 ? { id, page: without, lessons: await Promise.all(lessons), isEmptied } : null
	return { id, opened, page, samples, hasOwn, without: emptied ? emptyModulePage(emptied) : without, emptied }
}
