import { LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'

import { fillPromises } from './promises/promises.ts'
import { LessonFrontMatterSchema } from './schema/lesson.ts'
import type { Lesson } from './schema/lesson.ts'

/** Something wrong in a content file; `line` counts from 1. */
export type ContentIssue = { line: number; message: string }

export type LessonParse = { ok: true; lesson: Lesson } | { ok: false; issues: ContentIssue[] }

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/

/** Reads one lesson file: YAML front matter between two `---` lines, Markdown below. */
export function parseLesson(source: string, place: { moduleId: number; id: string }): LessonParse {
	const match = FRONT_MATTER.exec(fillPromises(source))
	if (!match) return { ok: false, issues: [{ line: 1, message: 'must start with front matter between two --- lines' }] }

	const [, frontMatter = '', body = ''] = match
	const parsed = parseLocated(frontMatter, LessonFrontMatterSchema)
	// The front matter starts on the second line of the file.
	if (!parsed.ok) return { ok: false, issues: parsed.issues.map(({ line, message }) => ({ line: line + 1, message })) }
	if (body.trim() === '') return { ok: false, issues: [{ line: source.split('\n').length, message: 'has no body below the front matter' }] }
	return { ok: true, lesson: { ...parsed.value, ...place, body: body.trim() } }
}

/** Parses YAML, or JSON as its subset, against a schema; every issue names the line of the key it is about. */
export function parseLocated<T>(source: string, schema: z.ZodType<T>): { ok: true; value: T } | { ok: false; issues: ContentIssue[] } {
	const lines = new LineCounter()
	const document = parseDocument(source, { lineCounter: lines, prettyErrors: false })
	if (document.errors.length > 0) {
		return { ok: false, issues: document.errors.map((error) => ({ line: lines.linePos(error.pos[0]).line, message: error.message })) }
	}

	const parsed = schema.safeParse(document.toJS())
	if (parsed.success) return { ok: true, value: parsed.data }

	const lineOf = (path: readonly PropertyKey[]): number => {
		const node: unknown = document.getIn(path, true)
		if (hasRange(node)) return lines.linePos(node.range[0]).line
		return path.length === 0 ? 1 : lineOf(path.slice(0, -1)) // a missing key is reported where its parent starts
	}
	return {
		ok: false,
		issues: parsed.error.issues.map((issue) => ({
			line: lineOf(issue.path),
			message: `${issue.path.join('.') || '(whole file)'}: ${issue.message}`,
		})),
	}
}

const hasRange = (node: unknown): node is { range: [number, number, number] } =>
	typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
