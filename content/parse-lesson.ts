import { splitFrontMatter } from './front-matter.ts'
import { parseBlocks } from './parse-blocks.ts'
import { parseLocated, type ContentIssue } from './parse-located.ts'
import { LessonFrontMatterSchema } from './schema/lesson.ts'
import type { Lesson } from './schema/lesson.ts'

export type LessonParse = { ok: true; lesson: Lesson } | { ok: false; issues: ContentIssue[] }

export function parseLessonFacts(source: string) {
	const parts = splitFrontMatter(source)
	if (!parts) return { ok: false as const, issues: [{ line: 1, message: 'must start with front matter between two --- lines' }] }

	const { frontMatter, body } = parts
	const parsed = parseLocated(frontMatter, LessonFrontMatterSchema)
	// The first line is `---`, so the front matter begins on the second.
	if (!parsed.ok) return { ok: false as const, issues: parsed.issues.map(({ line, message }) => ({ line: line + 1, message })) }
	return { ok: true as const, facts: parsed.value, frontMatter, body }
}

export function parseLesson(source: string, place: { moduleId: number; id: string }): LessonParse {
	const parsed = parseLessonFacts(source)
	if (!parsed.ok) return parsed
	const { facts, frontMatter, body } = parsed
	if (body.trim() === '') return { ok: false, issues: [{ line: source.split('\n').length, message: 'has no body below the front matter' }] }
	const blocks = parseBlocks(body, frontMatter.split('\n').length + 3)
	if (!blocks.ok) return blocks
	return { ok: true, lesson: { ...facts, ...place, body: body.trim(), blocks: blocks.blocks } }
}
