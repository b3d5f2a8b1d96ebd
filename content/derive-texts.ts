import { TRACK_FILE, trackLessonFile } from './career-course.ts'
import { ARTICLE_FILE, LESSON_FILE, lessonOfFile } from './check-file.ts'
import type { ContentReader, Marking } from './content-reader.ts'
import { requireParsed } from './content-reader.ts'
import { splitFrontMatter } from './front-matter.ts'
import type { JsonFiles } from './json-files.ts'
import { markFrontMatter, markLessonText, markMarkdown } from './marks/mark-text-file.ts'
import { withoutForeignMarks, withoutMarks } from './marks/text-marks.ts'
import { OWN_PAGE_FILE, parseOwnPage } from './own-pages.ts'
import { orderArticles, parseArticle } from './parse-article.ts'
import { orderLibrary, parseLibraryDocument } from './parse-document.ts'
import { parseLesson } from './parse-lesson.ts'
import type { ContentIssue } from './parse-located.ts'
import { deepFreeze } from './parsed-files.ts'
import { fillFigures } from './promises/promises.ts'
import { renderLegal } from './render-legal.server.ts'
import { type ChecklistText, renderChecklistText } from './render-markdown.server.ts'
import type { Article } from './schema/article.ts'
import type { LibraryDocument } from './schema/document.ts'
import { LEGAL_IDS, type LegalPage } from './schema/legal.ts'
import type { Lesson } from './schema/lesson.ts'
import type { Module } from './schema/module.ts'
import type { OwnPage } from './schema/own-page.ts'
import { IdSchema } from './schema/primitives.ts'

/** A lesson with its text as sanitized HTML, in which headings start at h3, and the names of its checkboxes. */
export type LessonWithText = Lesson & { text: ChecklistText }

/** Cache on disk: returns the stored result for a text, or calls `make` and stores its result. */
export type DiskCache = <T>(text: { name: string; source: string }, make: () => T) => T

/** Returns all articles, newest first. */
export const deriveArticles = (reader: ContentReader): readonly Article[] =>
	orderArticles(
		deriveMarkdown(reader, ARTICLE_FILE, (source, file) => {
			const parsed = parseArticle(source, file.slice('articles/'.length, -'.md'.length))
			return parsed.ok ? { ok: true, value: parsed.article } : parsed
		}),
	)

/** Returns the pages that operators added, also those that aren't public. */
export const deriveOwnPages = (reader: ContentReader): readonly OwnPage[] =>
	deriveMarkdown(reader, OWN_PAGE_FILE, parseOwnPage).toSorted((one, other) => one.title.localeCompare(other.title, 'en'))

type Parse<Text> = (source: string, file: string) => { ok: true; value: Text } | { ok: false; issues: ContentIssue[] }

/** Reads Markdown files with front matter. In a preview, their texts are marked. */
function deriveMarkdown<Text extends { body: string }>(
	{ list, text, source: sourceOf, throwIfInvalid, marking }: ContentReader,
	pattern: RegExp,
	parse: Parse<Text>,
): Text[] {
	const files = list(pattern)
	const read = files.map((file) => text(file, (source) => parse(source, file)))
	throwIfInvalid()
	if (!marking) return read
	return read.map((each, index) => {
		const file = files[index] ?? ''
		const source = sourceOf(file)
		return marking.made.get(file, `${JSON.stringify(marking.figures)}\n${source}`, () => markMarkdownPage(each, { file, source, marking }))
	})
}

type MarkedFile = { file: string; source: string; marking: Marking }

/** Marks the body when it is first read: only the text's own page shows it, and marking all takes a quarter of a second. */
function markMarkdownPage<Text extends { body: string }>(page: Text, { file, source, marking: { marks, figures } }: MarkedFile): Text {
	const { body: plain, ...facts } = page
	let body: string | undefined
	// Frozen here, because freezing it deeply would read the body.
	return Object.freeze({
		...deepFreeze(markFrontMatter(facts, source, { file, marks })),
		get body() {
			body ??= splitFrontMatter(markMarkdown(fillFigures(withoutForeignMarks(source), figures), file, marks))?.body.trim() ?? plain
			return body
		},
	}) as Text
}

/** Returns all documents with their bodies, by slug. For the server and scripts only: pages must not contain the bodies. */
export function deriveLibrary(
	{ list, text, source, filled, throwIfInvalid, marking }: ContentReader,
	{ disclaimers }: JsonFiles,
	keep: DiskCache,
) {
	const files = list(/^documents\/[^/]+\.(?:md|json)$/)
	const incomeNote = withoutMarks(disclaimers.incomeNoteLong)
	const parsedDocuments = files.map((file) => {
		// Fills in the income note, which is defined in another file and must be escaped within JSON.
		const note = file.endsWith('.json') ? JSON.stringify(incomeNote).slice(1, -1) : incomeNote
		const parse = (source: string) => {
			const parsed = parseLibraryDocument(file.slice('documents/'.length), source)
			return requireParsed(file, parsed.ok ? { ok: true, value: parsed.document } : parsed)
		}
		const read = (source: string) => ({ ok: true as const, value: keep({ name: file, source }, () => parse(source)) })
		return text(file, read, filled(file).replaceAll('{incomeNote}', note))
	})
	throwIfInvalid()
	const documents = marking
		? parsedDocuments.map((document, index) => markDocument(document, { file: files[index] ?? '', source, marking }))
		: parsedDocuments
	const bySlug: ReadonlyMap<string, LibraryDocument> = new Map(orderLibrary(documents).map((document) => [document.slug, document]))
	return bySlug
}

type Marked = { file: string; source: ContentReader['source']; marking: Marking }

/** Marks only a document's public part, because no page shows its sheets or text. */
function markDocument(document: LibraryDocument, { file, source, marking: { marks, figures } }: Marked): LibraryDocument {
	if (file.endsWith('.md')) return markFrontMatter(document, source(file), { file, marks })
	const { title, summary, contents } = document
	return { ...document, ...marks.json({ title, summary, contents }, source(file), { file, figures, choices: new Set() }) }
}

export const legalNamesOf = ({ site }: Pick<JsonFiles, 'site'>, figures: Readonly<Record<string, string>>) => ({
	...figures,
	brand: site.name,
	program: site.program,
	supportEmail: site.supportEmail,
})

/**
 * Returns a function that reads a legal page; null if there is none of this name. For a preview, each page is marked when it is first read.
 * @throws ContentProblem if one of them is invalid
 */
export function deriveLegal({ source, make, marking }: ContentReader, names: Readonly<Record<string, string>>, keep: DiskCache) {
	const read = (name: string): LegalPage | null => {
		const id = LEGAL_IDS.find((each) => each === name)
		if (id === undefined) return null
		const file = `legal/${id}.md`
		const text = source(file)
		const whole = { name: `page of ${file}`, source: `${JSON.stringify(names)}\n${text}` }
		if (!marking) return make(whole.name, whole.source, () => keep(whole, () => renderLegal(id, text, names)))
		const { marks, made } = marking
		return made.get(whole.name, whole.source, () =>
			markFrontMatter(renderLegal(id, markMarkdown(withoutForeignMarks(text), file, marks), names), text, { file, marks }),
		)
	}
	if (!marking) LEGAL_IDS.forEach(read)
	return read
}

function markLesson(lesson: Lesson, { file, source, marking: { marks, figures } }: Marked): LessonWithText {
	const { title, duration, steps, examples, task, quiz } = lesson
	const facts = { title, duration, steps, examples, task, quiz }
	const marked = markLessonText(fillFigures(withoutForeignMarks(source(file)), figures), file, marks)
	const body = splitFrontMatter(marked)?.body.trim() ?? lesson.body
	return {
		...lesson,
		...marks.json(facts, JSON.stringify(facts), { file, figures: {}, choices: new Set() }),
		text: renderChecklistText(body, 3),
	}
}

/** Returns functions that read lessons. Each lesson is parsed and rendered when first used. */
export function deriveLessons(
	{ list, has, source, filled, make, marking }: ContentReader,
	json: JsonFiles,
	{ modules, keep }: { modules: readonly Module[]; keep: DiskCache },
) {
	const lessonFile = (moduleId: number, lessonId: string): string | null => {
		if (!Number.isInteger(moduleId) || !IdSchema.safeParse(lessonId).success) return null
		const ofTrack = trackLessonFile(json, moduleId, lessonId)
		const file = ofTrack ?? `course/module-${moduleId}/lessons/${lessonId}.md`
		// A removed lesson stays stored, but no section shows it.
		const isShown =
			ofTrack !== null || modules.some(({ id, sections }) => id === moduleId && sections.some((section) => section.lessonId === lessonId))
		return isShown && has(file) ? file : null
	}
	const compile = (file: string, place: { moduleId: number; id: string }): LessonWithText => {
		const text = filled(file)
		const parse = () => {
			const parsed = parseLesson(text, place)
			return requireParsed(file, parsed.ok ? { ok: true, value: parsed.lesson } : parsed)
		}
		if (marking) return marking.made.get(file, text, () => markLesson(parse(), { file, source, marking }))
		return make(`page of ${file}`, text, () =>
			keep({ name: file, source: text }, () => {
				const lesson = parse()
				return { ...lesson, text: renderChecklistText(lesson.body, 3) }
			}),
		)
	}
	/** @throws ContentProblem for the first invalid lesson */
	function* readEachLesson(): Generator<LessonWithText> {
		for (const file of [LESSON_FILE, TRACK_FILE].flatMap(list)) {
			const place = lessonOfFile(file)
			if (place) yield deepFreeze(compile(file, place))
		}
	}
	return {
		/**
		 * For the server only, because it includes the quiz key; send the browser the result of `toPublicLesson`. Null if no section or track
		 * shows the lesson.
		 * @throws ContentProblem if the lesson is invalid
		 */
		readLesson: (moduleId: number, lessonId: string): LessonWithText | null => {
			const file = lessonFile(moduleId, lessonId)
			return file === null ? null : compile(file, { moduleId, id: lessonId })
		},
		/** Returns a lesson's source text; null if it has no file, or if no section or track shows it. */
		readLessonSource: (moduleId: number, lessonId: string): string | null => {
			const file = lessonFile(moduleId, lessonId)
			return file === null ? null : source(file)
		},
		readEachLesson,
		/** @throws ContentProblem for the first invalid lesson */
		readAllLessons: (): void => void [...readEachLesson()],
	}
}
