import { z } from 'zod'

import { markdown } from '#content/markup/pipelines.server.ts'
import { isBlockKind } from '#content/schema/blocks.ts'

import { isReadable, type TextMarks, withoutForeignMarks } from './text-marks.ts'

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

const findTexts = (node: Node): Node[] => (HOLDS_WORDS.has(node.type) || isBlock(node) ? [node] : (node.children ?? []).flatMap(findTexts))

const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---\r?\n/

const countLines = (text: string) => text.split('\n').length - 1

/**
 * Appends a mark to each text. There is a space before it, because `**` directly before a mark would no longer close. In a fenced
 * block, which is YAML, the mark is a comment in a line before the closing fence.
 * @param text may have front matter, which stays unchanged
 */
export function markMarkdown(text: string, file: string, marks: TextMarks): string {
	const head = FRONT_MATTER.exec(text)?.[0] ?? ''
	const body = text.slice(head.length)
	const before = countLines(head)
	let marked = ''
	let from = 0
	for (const text of findTexts(markdown().parse(body))) {
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

export function markFrontMatter<T extends object>(value: T, source: string, { file, marks }: { file: string; marks: TextMarks }): T {
	const head = FRONT_MATTER.exec(source)?.[0] ?? ''
	const mark = (each: unknown, key: string, field: string): unknown => {
		if (typeof each === 'string') {
			const clean = withoutForeignMarks(each)
			return isReadable(key, clean) ? marks.text(clean, { file, field }) : clean
		}
		return Array.isArray(each) ? each.map((item, index) => mark(item, key, `${field}/${index}`)) : each
	}
	const members = Object.entries(value).map(([key, each]) => [
		key,
		new RegExp(`^${key}:`, 'm').test(head) ? mark(each, key, `/${key}`) : each,
	])
	return Object.fromEntries(members) as T
}
