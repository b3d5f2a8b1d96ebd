import { basename } from 'node:path'

import { checkFile, LESSON_FILE } from '#content/check-file.ts'
import type { ContentIssue } from '#content/parse-located.ts'
import type { FileIssue } from '#content/parsed-files.ts'
import { fillFile, readPromisesOf } from '#content/read-promises.ts'
import type { Sources } from '#content/sources.ts'
import { coursePath, COURSES_PATH, furtherOfferPath, paths } from '#contracts/paths.ts'
import { readMediaAddress } from '#domain/media/media-address.ts'

import { checkArticles } from './articles.ts'
import { checkCourseFiles, checkModuleNumbers, listFurtherCourses, listModuleNumbers, readJson } from './course-files.ts'
import { checkDocuments } from './documents.ts'
import { checkLinksToHidden, listHiddenPages } from './hidden-pages.ts'
import { checkEachForLiterals, type Promised, PROMISED_ELSEWHERE } from './literals.ts'
import { oncePerSource } from './once-per-source.ts'
import { checkOwnPages, listOwnPages } from './own-pages.ts'
import { readContentStrings } from './references.ts'
import { readSections } from './removed-parts.ts'
import { checkTracks } from './tracks.ts'

type Listed = { offers?: { code: string }[]; redirects?: { from: string }[]; tracks?: { id: string; lessons: { id: string }[] }[] }

/** Returns an empty list if `read` throws, because the schema check reports an invalid file. */
function list<T>(read: () => T[]): T[] {
	try {
		return read()
	} catch {
		return []
	}
}

/**
 * Returns a predicate for paths that lead to a page of this site or to the media library.
 * @param sources content files, which determine articles, offers, tracks and modules
 */
export function findKnownPaths(sources: Sources): (href: string) => boolean {
	const own = listOwnPages(sources).filter(({ isPublic }) => isPublic)
	const slugs = [...sources.keys()].flatMap((file) => /^articles\/(.+)\.md$/.exec(file)?.[1] ?? [])
	const { offers = [] } = readJson(sources.get('offers.json')) as Listed
	const further = listFurtherCourses(sources)
	const { tracks = [] } = readJson(sources.get('tracks.json')) as Listed
	const { redirects = [] } = readJson(sources.get('site.json')) as Listed
	const known: ReadonlySet<string> = new Set([
		...Object.values(paths).filter((path) => typeof path === 'string'),
		...slugs.map((slug) => paths.article(slug)),
		...own.flatMap(({ address, formerAddresses }) => [address, ...formerAddresses]),
		...list(() => redirects.map(({ from }) => from)),
		...list(() => offers.slice(1).map(({ code }) => furtherOfferPath(code))),
		...list(() =>
			tracks.flatMap(({ id, lessons }) => [paths.careerTrack(id), ...lessons.map((lesson) => paths.careerLesson(id, lesson.id))]),
		),
		...listModuleNumbers(sources).map((moduleId) => paths.courseModule(moduleId)),
		...(further.length === 0 ? [] : [COURSES_PATH, ...further.map(coursePath)]),
	])
	// Accepts any media path: media are in the database, and can't be deleted while they are used.
	return (href) => {
		const path = href.replace(/[?#].*$/, '')
		return known.has(path) || readMediaAddress(path) !== null
	}
}

/** Returns the promised figures; none if the files that define them are invalid, which is reported by other checks. */
export function readPromised(sources: Sources): Promised {
	try {
		return readPromisesOf(sources)
	} catch {
		return { promises: {}, furtherFigures: [] }
	}
}

/**
 * Checks all content files. Yields after each, so that a server can handle requests meanwhile.
 * @param isNew false for unchanged files, whose schemas aren't checked again: parsing all lessons would take most of the time
 */
export function* checkInSteps(sources: Sources, isNew: (file: string) => boolean): Generator<FileIssue[]> {
	const promised = readPromised(sources)
	const filled = new Map([...sources].map(([file, source]) => [file, fillFile(file, source, promised.promises)]))
	const isKnownPath = findKnownPaths(sources)
	const hiddenPages = listHiddenPages(sources)
	for (const [file, source] of sources)
		yield [
			...(isNew(file) ? checkShape(file, filled.get(file) ?? '') : []),
			...checkReferences(file, sources, isKnownPath),
			...checkLinksToHidden(file, source, hiddenPages),
			...checkOwnName(file, source, sources),
			...checkDocuments(file, filled),
		].map((issue) => ({ file, ...issue }))
	yield checkArticles(filled)
	yield checkOwnPages(filled)
	yield checkTracks(filled)
	yield [...checkCourseFiles(sources), ...checkModuleNumbers(sources)]
	yield* checkFigures(sources, promised)
}

export const checkSources = (sources: Sources, isNew: (file: string) => boolean = () => true): FileIssue[] =>
	[...checkInSteps(sources, isNew)].flat()

/** Finds promised figures that were typed instead of a placeholder. All paths, also in issues, are relative to `content`. */
function* checkFigures(sources: Sources, promised: Promised): Generator<FileIssue[]> {
	for (const issues of checkEachForLiterals(new Map([...sources].map(([file, source]) => [`content/${file}`, source])), promised))
		yield issues.map(({ file, ...issue }) => ({ file: file.replace('content/', ''), ...issue }))
}

const checkShape = oncePerSource(checkFile)

const BRAND_ELSEWHERE = 'contains the name of the academy, which may change: write {brand} instead'

/** Checks references to other content, and that no text contains the brand's name. */
function checkReferences(file: string, sources: Sources, isKnownPath: (href: string) => boolean): ContentIssue[] {
	const source = sources.get(file) ?? ''
	const folder = /^course\/module-\d+/.exec(file)?.[0]
	const idsOf = (other: string) =>
		new Set(readContentStrings(other, sources.get(other) ?? '').flatMap(({ key, value }) => (key === 'id' ? [value] : [])))

	const brand = readContentStrings('site.json', sources.get('site.json') ?? '').find(({ key }) => key === 'name')?.value

	return readContentStrings(file, source).flatMap(({ key, value, line }) => {
		if (brand && file !== 'site.json' && value.includes(brand)) return [{ line, message: BRAND_ELSEWHERE }]
		// Skips a page's own addresses, which lead nowhere while the page isn't public.
		if (/^\/[^/]*/.test(value) && !/^(?:address|formerAddresses|from)$/.test(key) && !isKnownPath(value))
			return [{ line, message: `${value} isn’t a page of your site` }]
		const section = /^\/course\/module([1-9]\d?)(?:\?section=([^#]*))?/.exec(value)
		if (section && SECTION_LINK_FROM.test(file)) return checkSectionLink(section, line, sources)
		if (key === 'lessonId')
			return missing(
				sources.has(`${folder}/lessons/${value}.md`),
				line,
				`has no text for the lesson “${value}”: write it, or remove the lesson`,
			)
		if (DOWNLOAD_KEYS.has(key))
			return missing(sources.has(`downloads/${value}.json`), line, `the download “${value}” doesn’t exist: choose one from the list`)
		if (key === 'claimIds')
			return missing(idsOf('marketing/claims.json').has(value), line, `the figure “${value}” doesn’t exist: choose one from the list`)
		if (key === 'ids')
			return missing(
				idsOf('marketing/testimonials.json').has(value),
				line,
				`the testimonial “${value}” doesn’t exist: choose one from the list`,
			)
		return []
	})
}

/** Files in which a link to a module must name a section. Other files may link to the whole module. */
const SECTION_LINK_FROM = /^course\/module-\d+\/(?:lessons|sections)\//

/** Checks that a link to a module names one of its sections, or `complete`, the screen after the last section. */
function checkSectionLink([href, module = '', name]: RegExpExecArray, line: number, sources: ReadonlyMap<string, string>): ContentIssue[] {
	if (name === undefined) return [{ line, message: `${href} must lead to a lesson: add ?section= and its short name` }]
	const page = `course/module-${module}/module.json`
	const isThere = name === 'complete' || readSections(page, sources).some(({ id }) => id === name)
	return missing(isThere, line, `the lesson “${name}” doesn’t exist in ${page}: choose another`)
}

const DOWNLOAD_KEYS: ReadonlySet<string> = new Set(['downloadId', 'downloadIds', 'file'])

const missing = (isThere: boolean, line: number, message: string): ContentIssue[] => (isThere ? [] : [{ line, message }])

/** Checks that a download's ID matches its file name, and that a lesson is used by a section. */
function checkOwnName(file: string, source: string, sources: ReadonlyMap<string, string>): ContentIssue[] {
	const references = readContentStrings(file, source)
	if (file.startsWith('downloads/')) {
		const id = references.find(({ key }) => key === 'id')
		return missing(id?.value === basename(file, '.json'), id?.line ?? 1, `id must stay ${basename(file, '.json')}`)
	}

	const lesson = LESSON_FILE.exec(file)
	if (!lesson) return []
	const page = `course/module-${lesson[1]}/module.json`
	const isShown = readSections(page, sources).some(({ lessonId }) => lessonId === lesson[2])
	return missing(isShown, 1, `isn’t listed in ${page}: add it there, or delete this lesson`)
}

/** Files that define the prices, the discount codes and the course's counts. */
const SOURCE_OF_FIGURES = /^(?:offers|marketing\/claims|course\/.*)\.json$/

/** Removes issues that aren't the operator's doing. For example, a new price may happen to equal a number in a lesson they didn't edit. */
export function issuesForOperators(issues: readonly FileIssue[], edited: ReadonlySet<string>): FileIssue[] {
	const hasOwnFigures = [...edited].some((file) => SOURCE_OF_FIGURES.test(file))
	return issues.filter(
		({ file, message }) =>
			!(edited.has(file) && message.startsWith('no longer says')) &&
			!(edited.has('site.json') && message === BRAND_ELSEWHERE) &&
			!(hasOwnFigures && !edited.has(file) && message.includes(PROMISED_ELSEWHERE)),
	)
}
