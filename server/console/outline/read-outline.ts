import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'

import { checkFile, isJson } from '#content/check-file.ts'
import { FURTHER_COURSE_FILE } from '#content/json-files.ts'
import { CareerPathSchema } from '#content/schema/career-path.ts'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import { recountLessons } from '#server/console/content/count-lessons.ts'
import { listShippedPaths } from '#server/console/content/files.ts'
import { readHiddenPages } from '#server/console/content/hidden-links.ts'
import { readNoticeUndo } from '#server/console/content/read-notice-undo.ts'
import { unreadableDraft } from '#server/console/content/require-json.ts'
import { listLatestVersions } from '#server/console/content/versions.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { CourseJson, ModuleJson } from './change-outline.ts'
import {
	COURSE_FILE,
	courseFileOf,
	lessonFile,
	moduleFile,
	type OpenedFile,
	readOutlineFile,
	parseCourse,
	parseModule,
	parseOutlineCommand,
} from './changes.ts'
import { readRemoval } from './remove-part.ts'
import { listSampleSections } from './sample-module.ts'

export type OutlineState = 'published' | 'draft' | 'errors' | 'not written'

type Known = {
	versions: Awaited<ReturnType<typeof listLatestVersions>>
	isDraft: (path: string) => boolean
	/** True if the file exists: it was shipped, or its latest version has a text. */
	isPublic: (path: string) => boolean
}

function readKnown(versions: Known['versions']): Known {
	const newest = new Map(versions.map((version) => [version.path, version]))
	const origins = new Set(listShippedPaths())
	return {
		versions,
		isDraft: (path) => newest.get(path)?.published_at === null,
		isPublic: (path) => origins.has(path) || newest.get(path)?.is_edit === true,
	}
}

/**
 * Returns the state of a part from its path, or from its file if that has been read already. Validates drafts only, because published
 * content is valid.
 */
async function readPartState(
	{ db, content }: ServiceContext,
	part: string | OpenedFile,
	{ isDraft, isPublic }: Known,
): Promise<OutlineState> {
	const path = typeof part === 'string' ? part : part.file.path
	if (!isDraft(path)) return isPublic(path) ? 'published' : 'not written'
	const { text } = typeof part === 'string' ? await readOutlineFile(db, path) : part
	return checkFile(path, content.fillFile(path, text)).length > 0 ? 'errors' : 'draft'
}

/** Counts the lessons that a module's draft adds; 0 if it changes anything else. */
function countAdded({ text, publicText }: Record<'text' | 'publicText', string>): number {
	if (!isJson(publicText) || !isJson(text)) return 0
	const [before, after] = [JSON.parse(publicText) as ModuleJson, JSON.parse(text) as ModuleJson]
	const known = new Set(before.sections.map(({ id }) => id))
	const kept = recountLessons(after, { ...after, sections: after.sections.filter(({ id }) => known.has(id)) })
	return isDeepStrictEqual(kept, before) ? after.sections.length - before.sections.length : 0
}

async function readModule(ctx: ServiceContext, { id, title, free = false }: CourseJson['modules'][number], known: Known) {
	const path = moduleFile(id)
	const opened = await readOutlineFile(ctx.db, path)
	const { sections, title: heading = title } = parseModule(opened)
	const lessons = await Promise.all(
		sections.map(async (section) => {
			const file = lessonFile(id, section)
			return { id: section.id, title: section.title, path: file, state: await readPartState(ctx, file, known) }
		}),
	)
	const state = await readPartState(ctx, opened, known)
	const added = state === 'draft' && known.isPublic(path) ? countAdded(opened) : 0
	const samples = listSampleSections(known.versions, id, { sections }).length
	return {
		id,
		title,
		/** Heading of its page. */
		heading,
		path,
		base: opened.base,
		state: added > 0 ? ('published' as const) : state,
		added,
		isFree: free,
		lessons,
		samples,
	}
}

/** Reads a course's modules and lessons in teaching order, with drafts. */
async function readOutline(ctx: ServiceContext, courseFile: string, known: Known) {
	const opened = await readOutlineFile(ctx.db, courseFile)
	const course = parseCourse(opened)
	const modules = await Promise.all(course.modules.map((module) => readModule(ctx, module, known)))
	return {
		/** Slug of the course; the main course has a fixed one. */
		id: FURTHER_COURSE_FILE.exec(courseFile)?.[1] ?? MAIN_COURSE_ID,
		belongsTo: course.belongsTo ?? null,
		title: course.title ?? '',
		base: opened.base,
		path: courseFile,
		state: await readPartState(ctx, opened, known),
		modules,
		hasSamples: modules.some(({ samples }) => samples > 0),
	}
}

const TRACKS_FILE = 'tracks.json'

/** Reads the career tracks. They can't be reordered, because their quiz and pages name each of them. */
async function readTracks(ctx: ServiceContext, known: Known) {
	const opened = await readOutlineFile(ctx.db, TRACKS_FILE)
	const parsed = isJson(opened.text) ? CareerPathSchema.safeParse(JSON.parse(opened.text)) : null
	if (!parsed?.success) throw unreadableDraft(opened.file, 'outline_unreadable')
	const { title, tracks } = parsed.data
	const readTrack = async (track: (typeof tracks)[number]) => ({
		id: track.id,
		title: track.title,
		lessons: await Promise.all(
			track.lessons.map(async (lesson) => {
				const path = `tracks/${track.id}/${lesson.id}.md`
				return { id: lesson.id, title: lesson.title, path, state: await readPartState(ctx, path, known) }
			}),
		),
	})
	return { title, path: TRACKS_FILE, state: await readPartState(ctx, opened, known), tracks: await Promise.all(tracks.map(readTrack)) }
}

export type Outline = Awaited<ReturnType<typeof readOutline>>
export type TracksOutline = Awaited<ReturnType<typeof readTracks>>

/** Sorts courses so that each comes before the courses that belong to it. */
function inFamilies(outlines: readonly Outline[]): Outline[] {
	const ids = new Set(outlines.map(({ id }) => id))
	const owners = outlines.filter(({ belongsTo }) => belongsTo === null || !ids.has(belongsTo))
	return owners.flatMap((owner) => [owner, ...outlines.filter((outline) => !owners.includes(outline) && outline.belongsTo === owner.id)])
}

export type OutlineModule = Outline['modules'][number]

const MAX_REMOVED = 50

/** Lists the latest removed parts that haven't been restored. `undo`: the versions to undo; null if their files have changed since. */
async function listRemoved({ db }: ServiceContext, outlines: readonly Outline[], newest: ReadonlySet<string>) {
	const modules = outlines.flatMap((outline) => outline.modules)
	const existingParts = new Set(
		modules.flatMap(({ id, lessons }) => [`module ${id}`, ...lessons.map((lesson) => `lesson ${id} ${lesson.id}`)]),
	)
	const rows = await db
		.selectFrom('operator_actions')
		.select(['id', 'created_at as at', 'object_id as path', sql<string>`after ->> 'title'`.as('title')])
		.select([sql<string>`after ->> 'part'`.as('part'), sql<string>`after ->> 'versions'`.as('versions')])
		.where('action', '=', 'part_removed')
		.orderBy('created_at', 'desc')
		.limit(MAX_REMOVED)
		.execute()
	return rows.flatMap(({ part, versions, path, ...row }, index) => {
		const { what, module } = parseOutlineCommand(part)
		const isLesson = what === 'lesson'
		const isRepeated = rows.findIndex((other) => other.part === part) < index
		const undo = versions.split(',').every((id) => newest.has(id)) ? versions : null
		if (isRepeated || existingParts.has(part) || (isLesson && !existingParts.has(`module ${module}`))) return []
		if (what === 'samples' && undo === null) return []
		return {
			...row,
			kind: what === 'samples' ? 'Sample lessons' : isLesson ? `Lesson of Module ${module}` : `Module ${module}`,
			undo,
			history: fileAddress(path, consolePaths.contentHistory),
		}
	})
}

export async function readCourse(request: ConsoleRequest) {
	const { ctx } = request
	const removing = request.url.searchParams.get('remove') ?? ''
	const versions = await listLatestVersions(ctx.db)
	const newest = new Set(versions.map(({ id }) => id))
	const known = readKnown(versions)
	const files = new Set([
		COURSE_FILE,
		...[...listShippedPaths(), ...versions.map(({ path }) => path)].filter((path) => FURTHER_COURSE_FILE.test(path)),
	])
	const outlines = inFamilies(await Promise.all([...files].map((file) => readOutline(ctx, file, known))))
	return {
		outlines,
		removed: await listRemoved(ctx, outlines, newest),
		tracks: { ...(await readTracks(ctx, known)), isOff: (await readHiddenPages(ctx.db)).includes('career-path') },
		/** Part to be removed (`?remove=`), in the course of `?course=`. */
		removal:
			removing === ''
				? null
				: {
						target: removing,
						course: courseFileOf(request.url.searchParams.get('course') ?? ''),
						...(await readRemoval(ctx, courseFileOf(request.url.searchParams.get('course') ?? ''), parseOutlineCommand(removing))),
					},
		noticeUndo: await readNoticeUndo(request),
	}
}
