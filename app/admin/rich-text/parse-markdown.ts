import type { JSONContent } from '@tiptap/core'
import type { Node as DocNode, Schema } from '@tiptap/pm/model'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

import { CALLOUT_KINDS } from './schema.ts'

export const markdown = unified().use(remarkParse).use(remarkGfm)

type Root = ReturnType<typeof markdown.parse>
export type Block = Root['children'][number]
type BlockOf<T extends Block['type']> = Extract<Block, { type: T }>
export type Inline = BlockOf<'paragraph'>['children'][number]
type Mark = NonNullable<JSONContent['marks']>[number]

/** Thrown for Markdown that the editor has no node for. */
class Unknown extends Error {}

/** Matches fill-in lines such as `Name: ____`. Each of them stays on a separate line. */
const FILL_IN = /_{3}/
const CALLOUT = new RegExp(String.raw`^\[!(${CALLOUT_KINDS.join('|')})\]\s*`)

function textPieces(text: string, marks: readonly Mark[]): JSONContent[] {
	const piece = (words: string): JSONContent[] => (words === '' ? [] : [{ type: 'text', text: words, marks: [...marks] }])
	if (!FILL_IN.test(text)) return piece(text.replaceAll(/ *\n */g, ' '))
	return text.split('\n').flatMap((line, index) => [...(index > 0 ? [{ type: 'lineBreak' }] : []), ...piece(line)])
}

function inlinePiece(node: Inline, marks: readonly Mark[]): JSONContent[] {
	const within = (mark: Mark, children: readonly Inline[]) => inlinePieces(children, [...marks, mark])
	switch (node.type) {
		case 'text':
			return textPieces(node.value, marks)
		case 'emphasis':
			return within({ type: 'italic' }, node.children)
		case 'strong':
			return within({ type: 'bold' }, node.children)
		case 'delete':
			return within({ type: 'strike' }, node.children)
		case 'link':
			return within({ type: 'link', attrs: { href: node.url, title: node.title ?? null } }, node.children)
		case 'inlineCode':
			return node.value === '' ? [] : [{ type: 'text', text: node.value, marks: [...marks, { type: 'code' }] }]
		case 'break':
			return [{ type: 'hardBreak' }]
		case 'image':
			return [{ type: 'image', attrs: { src: node.url, alt: node.alt ?? '', title: node.title ?? null }, marks: [...marks] }]
		default:
			throw new Unknown(node.type)
	}
}

const inlinePieces = (children: readonly Inline[], marks: readonly Mark[] = []): JSONContent[] =>
	children.flatMap((child) => inlinePiece(child, marks))

const paragraph = (children: readonly Inline[]): JSONContent => ({ type: 'paragraph', content: inlinePieces(children) })

function list({ ordered, start, spread, children }: BlockOf<'list'>): JSONContent {
	const boxes = children.filter(({ checked }) => typeof checked === 'boolean')
	if (boxes.length > 0 && (boxes.length < children.length || ordered === true)) throw new Unknown('mixed list')
	const items = children.map((item) => {
		const blocks = item.children.map(block)
		const content = blocks[0]?.type === 'paragraph' ? blocks : [{ type: 'paragraph' }, ...blocks]
		return boxes.length > 0 ? { type: 'taskItem', attrs: { checked: item.checked === true }, content } : { type: 'listItem', content }
	})
	const isSpread = spread === true || children.some((item) => item.spread === true)
	if (boxes.length > 0) return { type: 'taskList', attrs: { spread: isSpread }, content: items }
	return ordered === true
		? { type: 'orderedList', attrs: { start: start ?? 1, spread: isSpread }, content: items }
		: { type: 'bulletList', attrs: { spread: isSpread }, content: items }
}

function table({ align, children }: BlockOf<'table'>): JSONContent {
	const width = children[0]?.children.length ?? 0
	const rows = children.map((row, index) => {
		const cells = Array.from({ length: Math.max(width, row.children.length) }, (_, column) => ({
			type: index === 0 ? 'tableHeader' : 'tableCell',
			attrs: { align: align?.[column] ?? null },
			content: [paragraph(row.children[column]?.children ?? [])],
		}))
		return { type: 'tableRow', content: cells }
	})
	return { type: 'table', content: rows }
}

function quote({ children }: BlockOf<'blockquote'>): JSONContent {
	const [first, ...rest] = children
	const opening = first?.type === 'paragraph' ? first.children[0] : undefined
	const mark = opening?.type === 'text' ? CALLOUT.exec(opening.value) : null
	if (first?.type !== 'paragraph' || opening?.type !== 'text' || !mark) return { type: 'blockquote', content: children.map(block) }
	const own = paragraph([{ ...opening, value: opening.value.slice(mark[0].length) }, ...first.children.slice(1)])
	const content = (own.content ?? []).length === 0 && rest.length > 0 ? rest.map(block) : [own, ...rest.map(block)]
	return { type: 'callout', attrs: { kind: mark[1] }, content }
}

function block(node: Block): JSONContent {
	switch (node.type) {
		case 'paragraph':
			return paragraph(node.children)
		case 'heading':
			return { type: 'heading', attrs: { level: node.depth }, content: inlinePieces(node.children) }
		case 'list':
			return list(node)
		case 'blockquote':
			return quote(node)
		case 'table':
			return table(node)
		case 'thematicBreak':
			return { type: 'horizontalRule' }
		case 'code':
			if (isCustomBlock(node.lang) || node.meta) throw new Unknown('code')
			return {
				type: 'codeBlock',
				attrs: { language: node.lang ?? null },
				content: node.value === '' ? [] : [{ type: 'text', text: node.value }],
			}
		default:
			throw new Unknown(node.type)
	}
}

/** Fenced blocks that have their own rendering (content/parse-blocks.ts). */
export const CUSTOM_BLOCKS = ['figure', 'recall', 'exercise', 'video'] as const
export type CustomBlock = (typeof CUSTOM_BLOCKS)[number]
export const isCustomBlock = (language: string | null | undefined): language is CustomBlock =>
	CUSTOM_BLOCKS.some((kind) => kind === language)

function toNode(schema: Schema, node: Block, source: string): DocNode {
	try {
		const made = schema.nodeFromJSON(block(node))
		made.check()
		return made
	} catch (error) {
		// Keeps the source of anything the editor can't edit, so that no text is lost.
		if (error instanceof Unknown || error instanceof RangeError) return schema.node('sourceBlock', { source })
		throw error
	}
}

export type Original = {
	doc: DocNode
	/** Markdown of each block. */
	sources: readonly string[]
	/** Text before, between and after the blocks, so there is one more than blocks. */
	gaps: readonly string[]
}

const startOfLine = (source: string, offset: number) => {
	const start = source.lastIndexOf('\n', offset - 1) + 1
	return source.slice(start, offset).trim() === '' ? start : offset
}

export function parseMarkdown(schema: Schema, source: string): Original {
	const places = markdown.parse(source).children.map((node) => ({
		node,
		start: startOfLine(source, node.position?.start.offset ?? 0),
		end: node.position?.end.offset ?? 0,
	}))
	const sources = places.map(({ start, end }) => source.slice(start, end))
	const gaps = [...places, null].map((place, index) => source.slice(places[index - 1]?.end ?? 0, place?.start ?? source.length))
	const nodes = places.map(({ node }, index) => toNode(schema, node, sources[index] ?? ''))
	const doc = schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('paragraph')])
	return { doc, sources, gaps }
}
