import { z } from 'zod'

import { markdown } from '#content/markup/pipelines.server.ts'
import { isBlockKind } from '#content/schema/blocks.ts'

import { isProse, type TextMarks, withoutForeignMarks } from './text-marks.ts'

const known = new WeakMap<z.ZodType, ReadonlySet<string>>()

/** Returns a schema's enum values and constants. They get no mark, because code compares them. */
export function choicesOf(schema: z.ZodType): ReadonlySet<string> {
	const ready = known.get(schema)
	if (ready) return ready
	const found = new Set<string>()
	JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (key, value: unknown) => {
		if (key === 'const' && typeof value === 'string') found.add(value)
		if (key === 'enum' && Array.isArray(value)) for (const each of value) if (typeof each === 'string') found.add(each)
		return value
	})
	known.set(schema, found)
	return found
}

type Node = {
	type: string
	lang?: string | null | undefined
	children?: readonly Node[]
	position?: { start: { line: number }; end: { offset?: number | undefined } } | undefined
}

const HOLDS_WORDS = new Set(['paragraph', 'heading', 'tableCell'])

const isBlock = ({ type, lang }: Node) => type === 'code' && isBlockKind(lang)

const findNodes = (node: Node, hasMark: (node: Node) => boolean): Node[] =>
	hasMark(node) ? [node] : (node.children ?? []).flatMap((child) => findNodes(child, hasMark))

const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---\r?\n/

const countLines = (text: string) => text.split('\n').length - 1

type Marking = {
	file: string
	marks: TextMarks
	/** Fenced blocks are drawn only in lessons; other texts show them as code. */ hasBlocks: boolean
}

function markNodes(source: string, { file, marks, hasBlocks }: Marking): string {
	const head = FRONT_MATTER.exec(source)?.[0] ?? ''
	const body = source.slice(head.length)
	const before = countLines(head)
	let marked = ''
	let from = 0
	for (const text of findNodes(markdown().parse(body), (node) => HOLDS_WORDS.has(node.type) || (hasBlocks && isBlock(node)))) {
		const end = (isBlock(text) ? text : text.children?.at(-1))?.position?.end.offset
		if (end === undefined || !text.position) continue
		const mark = marks.text('', { file, line: before + text.position.start.line })
		const to = isBlock(text) ? body.lastIndexOf('\n', end - 1) + 1 : end
		// The comment's line begins like that of the closing fence, which may be in a list.
		const [indent] = /[\s>]*/.exec(body.slice(to)) ?? ['']
		marked += body.slice(from, to) + (isBlock(text) ? `${indent}# ${mark}\n` : ` ${mark}`)
		from = to
	}
	return `${head}${marked}${body.slice(from)}`
}

/**
 * Appends a mark to each text. There is a space before it, because `**` directly before a mark would no longer close.
 * @param text may have front matter, which stays unchanged
 */
export const markMarkdown = (text: string, file: string, marks: TextMarks): string => markNodes(text, { file, marks, hasBlocks: false })

/** Marks a lesson's texts and fenced blocks. A block is YAML, so its mark is a comment in a line before the closing fence. */
export const markLessonText = (text: string, file: string, marks: TextMarks): string => markNodes(text, { file, marks, hasBlocks: true })

export function markFrontMatter<T extends object>(value: T, source: string, { file, marks }: { file: string; marks: TextMarks }): T {
	const head = FRONT_MATTER.exec(source)?.[0] ?? ''
	const mark = (each: unknown, key: string, field: string): unknown => {
		if (typeof each === 'string') {
			const clean = withoutForeignMarks(each)
			return isProse(key, clean) ? marks.text(clean, { file, field }) : clean
		}
		return Array.isArray(each) ? each.map((item, index) => mark(item, key, `${field}/${index}`)) : each
	}
	const members = Object.entries(value).map(([key, each]) => [
		key,
		new RegExp(`^${key}:`, 'm').test(head) ? mark(each, key, `/${key}`) : each,
	])
	return Object.fromEntries(members) as T
}
