import { sql } from 'kysely'

import { MODULE_FOLDER } from '#content/check/course-files.ts'
import { listHiddenPages } from '#content/check/hidden-pages.ts'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { describePlaces } from '#server/console/content/describe-places.ts'
import { listFiles } from '#server/console/content/files.ts'
import { findBroken } from '#server/console/content/find-broken.ts'
import { planDrafts } from '#server/console/content/plan-release.ts'
import { listLatestVersions, readNewestAndLive, versionText } from '#server/console/content/versions.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type CourseJson, removeModule, removeSection, relinkNextModule } from './change-outline.ts'
import {
	type OutlineCommand,
	type OutlineChange,
	outlineChanged,
	COURSE_FILE,
	lessonFile,
	moduleFile,
	readOutlineFile,
	parseCourse,
	parseModule,
	printCourseFile,
} from './changes.ts'
import { FILES_WITH_SAMPLE_TEXTS, replaceSampleTexts } from './neutral-texts.ts'
import { recountCourse } from './recount-course.ts'
import { emptyModuleOfCourse, planModuleSamples, withoutSampleWeeks } from './sample-module.ts'

type Context = Pick<ServiceContext, 'db'>

type Removed = {
	title: string
	/** Titles of the lessons, if all of them are sample lessons. */
	samples?: readonly string[]
	/** Says which sample lessons stay, and why. */
	staying?: string
	/** Sections in which learners may have progress. */
	sections: readonly string[]
	/** True for the part's file and for paths in its folder. */
	isOwn: (path: string) => boolean
	changes: OutlineChange[]
}

const refuse = (message: string) => new ServiceError('unprocessable', 'part_needed', message)

/** Resets the drafts of a removed part to the public texts, so they aren't published. They stay in the history of their files. */
async function endDrafts({ db }: Context, isOwn: (path: string) => boolean): Promise<OutlineChange[]> {
	const drafts = (await listLatestVersions(db)).filter(({ path, published_at: at }) => at === null && isOwn(path))
	return Promise.all(
		drafts.map(async ({ path }) => {
			const opened = await readOutlineFile(db, path)
			return { opened, text: versionText((await readNewestAndLive(db, path)).live, opened.file), isReset: true }
		}),
	)
}

/** @throws ServiceError outline_changed (409) if the lesson is gone, part_needed (422) for the only lesson of a module */
async function planLesson(ctx: Context, { module, lesson }: OutlineCommand): Promise<Removed> {
	const opened = await readOutlineFile(ctx.db, moduleFile(module))
	const page = parseModule(opened)
	const section = page.sections.find(({ id }) => id === lesson)
	if (!section) throw outlineChanged()
	if (page.sections.length === 1) throw refuse(`“${section.title}” is the only lesson of its module. Remove the module instead.`)
	const isOwn = (path: string) => path === lessonFile(module, section)
	const text = printCourseFile(removeSection(page, lesson), opened.text)
	return {
		title: section.title,
		sections: [`${module}/${lesson}`],
		isOwn,
		changes: [{ opened, text }, ...(await endDrafts(ctx, isOwn))],
	}
}

/** Plans changes to other texts: the previous module's page links to the next one; the main course has one module fewer. */
async function planAround(
	{ db }: Context,
	course: CourseJson,
	{ module, isMain }: { module: number; isMain: boolean },
): Promise<OutlineChange[]> {
	const before = course.modules[course.modules.findIndex(({ id }) => id === module) - 1]
	const changes: OutlineChange[] = []
	if (before) {
		const opened = await readOutlineFile(db, moduleFile(before.id))
		const page = parseModule(opened)
		const skipped = relinkNextModule(page, parseModule(await readOutlineFile(db, moduleFile(module))), module)
		if (skipped !== page) changes.push({ opened, text: printCourseFile(skipped, opened.text) })
	}
	return [...changes, ...(isMain ? await recountCourse({ db }, course, removeModule(course, module)) : [])]
}

/**
 * @param count lessons of the module where new learners start
 * @param areTracksOff whether the page of the career tracks is turned off
 */
function describeStaying(count: number, areTracksOff: boolean): string {
	const lessons = count === 1 ? 'sample lesson' : `${count} sample lessons`
	const start = `Module 1 stays with its ${lessons}, because new learners start there. Once you add a lesson to it, you can remove ${count === 1 ? 'it' : 'them'}, too.`
	return `${count === 0 ? '' : `${start} `}The career tracks stay${areTracksOff ? ', but their page is off.' : '. You can edit them, or turn off their page.'}`
}

/** Adds changes that replace the texts about the sample course. Call it when none of the course's lessons is left. */
async function planNeutralTexts({ db }: Context, changes: readonly OutlineChange[]): Promise<OutlineChange[]> {
	const replace = ({ opened, text }: OutlineChange) => {
		const value = replaceSampleTexts(opened.file.path, text)
		return { opened, text: value === null ? text : printCourseFile(value, opened.text) }
	}
	const others = FILES_WITH_SAMPLE_TEXTS.filter((file) => changes.every(({ opened }) => opened.file.path !== file))
	const opened = await Promise.all(others.map((file) => readOutlineFile(db, file)))
	return [...changes, ...opened.map((each) => ({ opened: each, text: each.text }))].map(replace)
}

/**
 * Plans to remove all unedited sample lessons of a course, and the modules that have no others.
 * @throws ServiceError part_needed (422) if there is no other lesson, for samples only in the first module, outline_changed (409) if none are left
 */
async function planSamples(ctx: Context, file: string): Promise<Removed> {
	const opened = await readOutlineFile(ctx.db, file)
	const course = parseCourse(opened)
	const isMain = file === COURSE_FILE
	const versions = await listLatestVersions(ctx.db)
	const site = await readOutlineFile(ctx.db, 'site.json')
	const areTracksOff = listHiddenPages(new Map([['site.json', site.text]])).includes('career-path')
	const modules = await Promise.all(course.modules.map(({ id }) => planModuleSamples(ctx, id, versions)))
	if (!modules.some(({ hasOwn }) => hasOwn)) throw refuse('All lessons are samples. Add a lesson of your own first.')
	const gone = modules.filter(({ id, hasOwn }) => !hasOwn && !(isMain && id === 1))
	const kept = modules.filter((module) => !gone.includes(module) && module.hasOwn)
	const samples = [...gone, ...kept].flatMap((module) => module.samples.map((section) => ({ module: module.id, section })))
	const start = isMain ? modules.find(({ id, hasOwn }) => id === 1 && !hasOwn) : undefined
	if (samples.length === 0)
		throw start ? refuse('New learners start in Module 1, so it can’t be empty. Add a lesson of your own to it first.') : outlineChanged()
	const emptied = isMain ? kept.flatMap((module) => module.emptied ?? []) : []
	const isWholly = isMain && !start
	const left = emptied.reduce(
		emptyModuleOfCourse,
		gone.reduce((rest, { id }) => removeModule(rest, id), course),
	)
	const next = isWholly ? withoutSampleWeeks(left) : left
	const pages = modules
		.filter((module) => !gone.includes(module))
		.map((module) => {
			const page = gone.reduce(
				(linked, other) => relinkNextModule(linked, other.page, other.id),
				module.hasOwn ? module.without : module.page,
			)
			return { opened: module.opened, text: printCourseFile(page, module.opened.text) }
		})
	const isOwn = (path: string) =>
		gone.some(({ id }) => MODULE_FOLDER.exec(path)?.[1] === String(id)) ||
		samples.some(({ module, section }) => path === lessonFile(module, section))
	const changes = [
		{ opened, text: printCourseFile(next, opened.text) },
		...pages,
		...(isMain ? await recountCourse(ctx, course, next) : []),
	]
	return {
		title: countNoun(samples.length, 'lesson'),
		samples: samples.map(({ section }) => section.title),
		staying: isMain ? describeStaying(start?.samples.length ?? 0, areTracksOff) : '',
		sections: samples.map(({ module, section }) => `${module}/${section.id}`),
		isOwn,
		changes: [...(isWholly ? await planNeutralTexts(ctx, changes) : changes), ...(await endDrafts(ctx, isOwn))].filter(
			(change) => 'isReset' in change || change.text !== change.opened.text,
		),
	}
}

/**
 * @throws ServiceError outline_changed (409) if the module is gone, part_needed (422) for the only module of a course, and for
 * the one in which new learners start
 */
async function planModule(ctx: Context, file: string, { module }: OutlineCommand): Promise<Removed> {
	const opened = await readOutlineFile(ctx.db, file)
	const course = parseCourse(opened)
	const listed = course.modules.find(({ id }) => id === module)
	if (!listed) throw outlineChanged()
	const isMain = file === COURSE_FILE
	if (isMain && module === 1) throw refuse('New learners start in Module 1 after they sign up, so it can’t be removed. Edit it instead.')
	if (course.modules.length === 1) throw refuse(`“${listed.title}” is the only module of its course. Add another one first.`)
	const isOwn = (path: string) => MODULE_FOLDER.exec(path)?.[1] === String(module)
	const { sections } = parseModule(await readOutlineFile(ctx.db, moduleFile(module)))
	return {
		title: listed.title,
		sections: sections.map(({ id }) => `${module}/${id}`),
		isOwn,
		changes: [
			{ opened, text: printCourseFile(removeModule(course, module), opened.text) },
			...(await planAround(ctx, course, { module, isMain })),
			...(await endDrafts(ctx, isOwn)),
		],
	}
}

/** @param file path of the course's JSON file */
export const planRemoval = (ctx: Context, file: string, command: OutlineCommand): Promise<Removed> =>
	command.what.endsWith('lesson')
		? planLesson(ctx, command)
		: command.what.endsWith('samples')
			? planSamples(ctx, file)
			: planModule(ctx, file, command)

/** @throws ServiceError part_referenced (409) if something refers to the part */
export async function requireUnreferenced(ctx: ServiceContext, removed: Removed): Promise<void> {
	const [first] = await findBroken(ctx, removed)
	if (first)
		throw new ServiceError('conflict', 'part_referenced', `“${removed.title}” can’t be removed yet. ${first.label}: ${first.message}`)
}

const MOST_COUNTED = 10_000

/** Describes how many learners opened one of these sections. Counts only up to a limit. */
/** @returns null if no learner opened a section */
async function countLearners({ db }: Context, sections: readonly string[]): Promise<string | null> {
	const opened = db
		.selectFrom('progress_entries')
		.select('user_id')
		.distinct()
		.where('kind', '=', 'section')
		.where('key', 'in', [...sections])
		.limit(MOST_COUNTED + 1)
	const { count } = await db
		.selectFrom(opened.as('opened'))
		.select(sql<number>`count(*)::int`.as('count'))
		.executeTakeFirstOrThrow()
	if (count > MOST_COUNTED) return 'More than 10,000 learners'
	if (count === 0) return null
	return countNoun(count, 'learner')
}

const MOST_MENTIONS = 8

async function listMentions(ctx: Context, { changes, isOwn }: Removed, module: number) {
	const { edits } = await planDrafts(ctx)
	const after = { ...edits, ...Object.fromEntries(changes.map(({ opened, text }) => [opened.file.path, text])) }
	const named = new RegExp(`\\bModule ${module}\\b`)
	const describe = describePlaces(after)
	return listFiles(after)
		.filter(({ path, origin }) => !isOwn(path) && named.test(after[path] ?? origin))
		.slice(0, MOST_MENTIONS)
		.map(({ path }) => ({ title: describe({ file: path, whole: true }), href: fileAddress(path) }))
}

/**
 * Reads the consequences of removing a part, for the confirmation.
 * @param command such as `lesson 2 first-sale`
 */
export async function readRemoval(ctx: ServiceContext, file: string, command: OutlineCommand) {
	const isLesson = command.what === 'lesson'
	try {
		const removed = await planRemoval(ctx, file, command)
		const restoredFrom = isLesson ? moduleFile(command.module) : file
		return {
			title: removed.title,
			samples: removed.samples ?? [],
			staying: removed.staying ?? '',
			refusal: null,
			broken: await findBroken(ctx, removed),
			learners: await countLearners(ctx, removed.sections),
			mentions: command.what !== 'module' || file !== COURSE_FILE ? [] : await listMentions(ctx, removed, command.module),
			history: fileAddress(restoredFrom, consolePaths.contentHistory),
		}
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error
		return { title: '', samples: [], staying: '', refusal: error.message, broken: [], learners: null, mentions: [], history: null }
	}
}
