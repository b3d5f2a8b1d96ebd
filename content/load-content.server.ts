import { applyEdits, type Sources } from '#content/sources.ts'

import { ContentReader, type Marking } from './content-reader.ts'
import { type CountedContent, findUnsupportedClaims } from './count-claims.ts'
import { outlineCourse, outlineLesson } from './course-outline.ts'
import { deriveCompany, deriveCourse, deriveTools } from './derive-course.ts'
import type { TaughtCourse } from './derive-further-courses.ts'
import { deriveArticles, deriveOwnPages, deriveLegal, deriveLessons, deriveLibrary, type DiskCache, legalNamesOf } from './derive-texts.ts'
import { deriveDownloads, deriveMarketing, deriveOffers } from './derive-words.ts'
import { checkHeadingFont } from './heading-font.ts'
import { readJsonFiles, readPromiseSources } from './json-files.ts'
import { toPublicLesson } from './lessons.ts'
import { figureMarker } from './marks/mark-figures.ts'
import { ContentProblem, deepFreeze, ParsedFileCache } from './parsed-files.ts'
import { fillOffer } from './promises/fill-offer.ts'
import { definePromises } from './promises/promises.ts'
import { showsSamples as showsSamplesHere } from './promises/site-mode.ts'
import { fillFile } from './read-promises.ts'
import { HEADING_FONT_FILE } from './schema/brand.ts'
import { checkLogo, DARK_LOGO_FILE, LOGO_FILE } from './schema/logo.ts'

export type LoadOptions = {
	/** Parsed files from earlier loads, which are parsed again only if they change. */
	parsed?: ParsedFileCache
	/** True if pages may show sample content, marked as such. */
	showsSamples?: boolean
	keep?: DiskCache
	/** Marks, for a preview in which each text links to its field, with the texts that were marked earlier. */
	marking?: Omit<Marking, 'figures'>
}

function requireNone(file: string, issues: readonly { line: number; message: string }[]): void {
	if (issues.length > 0) throw new ContentProblem(issues.map((issue) => ({ file, ...issue })))
}

function readLogos({ has, source, marking }: ContentReader) {
	const read = (file: string) => {
		const logo = source(file)
		requireNone(file, checkLogo(logo))
		return marking ? logo.replace(/\s*(?=<\/svg>\s*$)/, marking.marks.text('', { file, whole: true })) : logo
	}
	/** `darkLogo`: logo in dark mode; null if it is the same. */
	return { logo: read(LOGO_FILE), darkLogo: has(DARK_LOGO_FILE) ? read(DARK_LOGO_FILE) : null }
}

function requireReadableFont({ source, make }: ContentReader): void {
	const font = source(HEADING_FONT_FILE)
	make(`check of ${HEADING_FONT_FILE}`, font, () => requireNone(HEADING_FONT_FILE, checkHeadingFont(font)))
}

const TEASERS_FILE = 'marketing/blog-teasers.json'

/** True if the teasers are the shipped ones. Their links may differ, because turning a page off changes the links to it. */
function areTeasersShipped(shipped: Sources, sources: Sources): boolean {
	const [before, now] = [shipped, sources].map((each) => each.get(TEASERS_FILE)?.replaceAll(/"href": "[^"]*"/g, ''))
	return before === now
}

/**
 * Loads the whole content as one frozen value. Lessons are parsed on demand.
 * @param files shipped texts by path below `content`
 * @param edits replacements of shipped texts, and added files
 * @throws ContentProblem with file, line and field of each error
 */
export function loadContent(files: Sources, edits: Sources = new Map(), options: LoadOptions = {}) {
	const { parsed = new ParsedFileCache(), showsSamples = showsSamplesHere, keep = (_, make) => make(), marking } = options
	const sources = applyEdits(files, edits)
	const promiseSources = readPromiseSources(new ContentReader(sources, parsed, { figures: {} }), showsSamples)
	const { promises } = definePromises(promiseSources)
	const promised = definePromises(promiseSources, marking && figureMarker(promiseSources, marking.marks))
	const reader = new ContentReader(sources, parsed, {
		figures: promises,
		marking: marking ? { ...marking, figures: promised.promises } : null,
	})
	const json = readJsonFiles(reader)
	reader.throwIfInvalid()
	const logos = readLogos(reader)
	requireReadableFont(reader)

	const course = deriveCourse(json, [...sources.keys()])
	const hidesTeasers = json.site.hideSamples === true && areTeasersShipped(files, sources)
	const marketing = deriveMarketing(json, { ...promiseSources, hidesTeasers })
	const downloads = deriveDownloads(json)
	const lessons = deriveLessons(reader, json, { modules: course.allTaughtModules, keep })
	const library = deriveLibrary(reader, json, keep)
	const readLegalPage = deriveLegal(reader, legalNamesOf(json, promised.promises), keep)
	const outlines = new Map<string, ReturnType<typeof outlineCourse>>()
	const outlineOf = (taught: TaughtCourse) => {
		const known = outlines.get(taught.id)
		if (known) return known
		const made = outlineCourse(taught, {
			pageOf: course.taughtModule,
			lessonOf(moduleId, lessonId) {
				const lesson = lessons.readLesson(moduleId, lessonId)
				return lesson ? outlineLesson(lesson) : { exercises: [] }
			},
		})
		outlines.set(taught.id, made)
		return made
	}
	const content = {
		...promised,
		...deriveOffers(json, promised),
		...course,
		...marketing,
		...downloads,
		...deriveTools(json),
		...deriveCompany(json, edits.has(LOGO_FILE)),
		...lessons,
		...logos,
		articles: deriveArticles(reader),
		ownPages: deriveOwnPages(reader),
		readLegalPage,
		legalNames: legalNamesOf(json, promised.promises),
		/** Documents with their bodies, by slug. Pages must not contain them. */
		libraryDocuments: library,
		toPublicLesson: (lesson: Parameters<typeof toPublicLesson>[0]) => toPublicLesson(lesson, downloads.downloadById),
		fillOffer: <T>(words: T, code: string): T => fillOffer(words, promised.promisesOf(code)),
		/** @param file path below `content` */
		fillFile: (file: string, text: string): string => fillFile(file, text, promises),
		findUnsupportedClaims: () =>
			findUnsupportedClaims({ ...marketing, course: json.course, libraryDocuments: library } satisfies CountedContent),
		outlineOf,
		courseOutline: () => outlineOf(course.courses[0] as TaughtCourse),
	}
	return deepFreeze(content)
}

/** One release of the content. */
export type Content = ReturnType<typeof loadContent>
