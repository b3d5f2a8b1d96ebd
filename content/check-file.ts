import type { z } from 'zod'

import { placeOfTrackLesson, TRACK_FILE } from './career-course.ts'
import { findUnshownMedia } from './find-unshown-media.ts'
import { checkHeadingFont } from './heading-font.ts'
import { FURTHER_COURSE_FILE, JSON_FILES } from './json-files.ts'
import { OWN_PAGE_FILE, parseOwnPage } from './own-pages.ts'
import { parseArticle } from './parse-article.ts'
import { parseLibraryDocument } from './parse-document.ts'
import { parseLegal } from './parse-legal.ts'
import { type LessonParse, parseLesson } from './parse-lesson.ts'
import { parseLocated } from './parse-located.ts'
import type { ContentIssue } from './parse-located.ts'
import { withKnownNames } from './promises/placeholders.ts'
import { ArticleFrontMatterSchema } from './schema/article.ts'
import { HEADING_FONT_FILE } from './schema/brand.ts'
import { SheetDocumentSchema, TextDocumentFactsSchema } from './schema/document.ts'
import { DownloadSourceSchema } from './schema/download.ts'
import { FurtherCourseSchema } from './schema/further-course.ts'
import { LegalFrontMatterSchema } from './schema/legal.ts'
import { LessonFrontMatterSchema } from './schema/lesson.ts'
import { checkLogo, DARK_LOGO_FILE, LOGO_FILE } from './schema/logo.ts'
import { ModuleSchema } from './schema/module.ts'
import { OwnPageSchema } from './schema/own-page.ts'

export const MODULE_FILE = /^course\/module-([1-9]\d?)\/module\.json$/

/** Schemas of JSON files that can exist more than once, matched by path. */
const REPEATED: readonly { file: RegExp; title?: string; schema: z.ZodType }[] = [
	{ file: MODULE_FILE, title: 'Module page: sections, goals and texts', schema: ModuleSchema },
	{ file: FURTHER_COURSE_FILE, schema: FurtherCourseSchema },
	{ file: /^documents\/[a-z0-9-]+\.json$/, schema: SheetDocumentSchema },
	{ file: /^downloads\/[a-z0-9-]+\.json$/, schema: DownloadSourceSchema },
]

const DOCUMENT_FILE = /^documents\/([^/]+\.(?:md|json))$/
const LEGAL_FILE = /^legal\/[a-z-]+\.md$/
export const LESSON_FILE = /^course\/module-([1-9]\d?)\/lessons\/([a-z0-9-]+)\.md$/
export const ARTICLE_FILE = /^articles\/([a-z0-9-]+)\.md$/

const SINGLE: readonly { file: string; title?: string; schema: z.ZodType }[] = Object.values(JSON_FILES)

const findEntry = (file: string) => SINGLE.find((known) => known.file === file) ?? REPEATED.find((known) => known.file.test(file))

const completed = new WeakMap<object, z.ZodType>()

/**
 * Returns the schema of a JSON file, or null for other files.
 * @param file path below `content`
 */
export function findContentSchema(file: string): z.ZodType | null {
	const entry = findEntry(file)
	if (!entry) return null
	const known = completed.get(entry) ?? withKnownNames(file, entry.schema)
	completed.set(entry, known)
	return known
}

const FRONT_MATTERS: readonly (readonly [file: RegExp, schema: z.ZodType])[] = [
	[LESSON_FILE, LessonFrontMatterSchema],
	[TRACK_FILE, LessonFrontMatterSchema],
	[ARTICLE_FILE, ArticleFrontMatterSchema],
	[LEGAL_FILE, LegalFrontMatterSchema],
	[OWN_PAGE_FILE, OwnPageSchema],
	[/^documents\/[^/]+\.md$/, TextDocumentFactsSchema],
]

/** @param file path below `content` */
export const findFrontMatterSchema = (file: string): z.ZodType | null => FRONT_MATTERS.find(([pattern]) => pattern.test(file))?.[1] ?? null

/** Returns the display name of a file whose content has no title, or null. */
export const findTitle = (file: string): string | null =>
	file === LOGO_FILE ? 'Logo' : file === DARK_LOGO_FILE ? 'Logo in dark mode' : (findEntry(file)?.title ?? null)

/**
 * Returns the module and ID of the lesson in a file, including career tracks; null for other files.
 * @param file path below `content`
 */
export function lessonOfFile(file: string): { moduleId: number; id: string } | null {
	const [, moduleId, id] = LESSON_FILE.exec(file) ?? []
	return id === undefined ? placeOfTrackLesson(file) : { moduleId: Number(moduleId), id }
}

function parseAnyLesson(file: string, source: string): LessonParse | null {
	const place = lessonOfFile(file)
	return place && parseLesson(source, place)
}

/**
 * Checks a file on its own. References to other files are checked in content/check/check-sources.ts.
 * @param file path below `content`
 */
export function checkFile(file: string, source: string): ContentIssue[] {
	if (file === LOGO_FILE || file === DARK_LOGO_FILE) return checkLogo(source)
	if (file === HEADING_FONT_FILE) return checkHeadingFont(source)
	const lesson = parseAnyLesson(file, source)
	if (lesson) return [...(lesson.ok ? [] : lesson.issues), ...findUnshownMedia(source)]
	const article = ARTICLE_FILE.exec(file)
	if (article) {
		const parsed = parseArticle(source, article[1] ?? '')
		return [...(parsed.ok ? [] : parsed.issues), ...findUnshownMedia(source)]
	}

	const document = DOCUMENT_FILE.exec(file)
	if (document) {
		const parsed = parseLibraryDocument(document[1] ?? '', source)
		return parsed.ok ? [] : parsed.issues
	}

	if (LEGAL_FILE.test(file) || OWN_PAGE_FILE.test(file)) {
		const parsed = LEGAL_FILE.test(file) ? parseLegal(source) : parseOwnPage(source, file)
		return [...(parsed.ok ? [] : parsed.issues), ...findUnshownMedia(source)]
	}

	const schema = findContentSchema(file)
	if (!schema) return [{ line: 1, message: 'this file has no schema; add it to content/json-files.ts' }]
	if (file.endsWith('.json') && !isJson(source)) return [{ line: 1, message: 'is not valid JSON' }, ...issuesOf(source, schema)]
	return issuesOf(source, schema)
}

function issuesOf(source: string, schema: z.ZodType): ContentIssue[] {
	const parsed = parseLocated(source, schema)
	return parsed.ok ? [] : parsed.issues
}

export function isJson(source: string): boolean {
	try {
		JSON.parse(source)
		return true
	} catch {
		return false
	}
}
