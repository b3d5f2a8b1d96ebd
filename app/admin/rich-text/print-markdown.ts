import type { Mark, Node as DocNode } from '@tiptap/pm/model'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'

import { type Block, type Inline, markdown, type Original } from './parse-markdown.ts'

const printer = unified()
	.use(remarkGfm, { tablePipeAlign: false })
	.use(remarkStringify, { bullet: '-', emphasis: '*', rule: '-', listItemIndent: 'one', fences: true, resourceLink: true })

type Piece = { node: DocNode; marks: readonly Mark[] }

const isCode = ({ marks }: Piece) => marks.some(({ type }) => type.name === 'code')
const isBlank = ({ node }: Piece) => node.isText && (node.text ?? '').trim() === ''
const hasMark = (marks: readonly Mark[], mark: Mark) => marks.some((each) => each.eq(mark))

/** Moves spaces at the edges of emphasis outside it: `**bold **` is not emphasis in Markdown. */
function splitSpaces(nodes: readonly DocNode[]): Piece[] {
	const pieces = nodes.flatMap((node): Piece[] => {
		const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(node.text ?? '') ?? []
		if (!node.isText || node.marks.length === 0 || node.marks.some(({ type }) => type.name === 'code') || words === '')
			return [{ node, marks: node.marks }]
		return [before, words, after].filter(Boolean).map((text) => ({ node: node.type.schema.text(text, node.marks), marks: node.marks }))
	})
	return pieces.map((piece, index) => {
		if (!isBlank(piece) || isCode(piece)) return piece
		const [before, after] = [pieces[index - 1]?.marks ?? [], pieces[index + 1]?.marks ?? []]
		return { ...piece, marks: piece.marks.filter((mark) => hasMark(before, mark) && hasMark(after, mark)) }
	})
}

/** Removes spaces at the ends of a block. They have no effect, and would be printed as `&#x20;`. */
function trimEnds(pieces: readonly Piece[]): Piece[] {
	const isKept = (piece: Piece) => !isBlank(piece) || isCode(piece)
	const kept = pieces.slice(pieces.findIndex(isKept), pieces.findLastIndex(isKept) + 1)
	return kept.map((piece, at) => {
		if (!piece.node.isText || isCode(piece)) return piece
		const text = (piece.node.text ?? '').replace(at === 0 ? /^ +/ : '', '').replace(at === kept.length - 1 ? / +$/ : '', '')
		return { ...piece, node: piece.node.type.schema.text(text, piece.node.marks) }
	})
}

function leaf({ node, marks }: Piece): Inline {
	if (node.type.name === 'hardBreak') return { type: 'break' }
	// Printed as an HTML node: in a text node, the printer would escape the line break.
	if (node.type.name === 'lineBreak') return { type: 'html', value: '\n' }
	if (node.type.name === 'image')
		return { type: 'image', url: String(node.attrs.src), alt: String(node.attrs.alt ?? ''), title: textOrNull(node.attrs.title) }
	const text = node.text ?? ''
	return isCode({ node, marks }) ? { type: 'inlineCode', value: text } : { type: 'text', value: text }
}

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

function wrap(mark: Mark, children: Inline[]): Inline {
	switch (mark.type.name) {
		case 'bold':
			return { type: 'strong', children }
		case 'italic':
			return { type: 'emphasis', children }
		case 'strike':
			return { type: 'delete', children }
		default: {
			const link = { type: 'link', url: String(mark.attrs.href ?? ''), title: textOrNull(mark.attrs.title), children } as const
			return link as Inline
		}
	}
}

/**
 * Turns text with marks into nested Markdown nodes. The mark on the longest text becomes the outermost, so an italic sentence with a bold
 * word stays a single emphasis.
 */
function nest(pieces: readonly Piece[], done: readonly Mark[] = []): Inline[] {
	const found: Inline[] = []
	for (let index = 0; index < pieces.length;) {
		const piece = pieces[index]
		if (!piece) break
		const open = piece.marks.filter((mark) => mark.type.name !== 'code' && !hasMark(done, mark))
		const lengthOf = (mark: Mark) => {
			const end = pieces.findIndex((each, at) => at > index && !hasMark(each.marks, mark))
			return (end < 0 ? pieces.length : end) - index
		}
		const [outer] = open.toSorted((one, other) => lengthOf(other) - lengthOf(one) || (one.type.name === 'link' ? -1 : 0))
		if (!outer) {
			found.push(leaf(piece))
			index += 1
			continue
		}
		const length = lengthOf(outer)
		found.push(wrap(outer, nest(pieces.slice(index, index + length), [...done, outer])))
		index += length
	}
	return found
}

const phrasing = (node: DocNode) => nest(trimEnds(splitSpaces(node.children)))

const isEmptyParagraph = (node: DocNode) => node.type.name === 'paragraph' && phrasing(node).length === 0
const blocks = (node: DocNode): Block[] => node.children.filter((child) => !isEmptyParagraph(child)).map(toBlock)

function listOf(node: DocNode): Block {
	const isSpread = node.attrs.spread === true
	return {
		type: 'list',
		ordered: node.type.name === 'orderedList',
		start: node.type.name === 'orderedList' ? Number(node.attrs.start ?? 1) : null,
		spread: isSpread,
		children: node.children.map((item) => ({
			type: 'listItem',
			spread: isSpread,
			checked: node.type.name === 'taskList' ? item.attrs.checked === true : null,
			// The printer writes a checkbox only in front of a paragraph.
			children: (item.childCount === 1 ? item.children.map(toBlock) : blocks(item)) as never[],
		})),
	}
}

function tableOf(node: DocNode): Block {
	const align = node.firstChild?.children.map((cell) => (cell.attrs.align as 'left' | 'right' | 'center' | null) ?? null) ?? []
	const cell = (each: DocNode) => ({ type: 'tableCell' as const, children: each.firstChild ? phrasing(each.firstChild) : [] })
	return { type: 'table', align, children: node.children.map((row) => ({ type: 'tableRow', children: row.children.map(cell) })) }
}

function calloutOf(node: DocNode): Block {
	const [first, ...rest] = blocks(node)
	const mark: Inline = { type: 'html', value: `[!${String(node.attrs.kind)}]${first?.type === 'paragraph' ? '\n' : ''}` }
	const opening: Block = { type: 'paragraph', children: first?.type === 'paragraph' ? [mark, ...first.children] : [mark] }
	return { type: 'blockquote', children: [opening, ...(first && first.type !== 'paragraph' ? [first] : []), ...rest] as never[] }
}

function toBlock(node: DocNode): Block {
	switch (node.type.name) {
		case 'heading':
			return { type: 'heading', depth: Number(node.attrs.level) as 1, children: phrasing(node) }
		case 'blockquote':
			return { type: 'blockquote', children: blocks(node) as never[] }
		case 'callout':
			return calloutOf(node)
		case 'bulletList':
		case 'orderedList':
		case 'taskList':
			return listOf(node)
		case 'table':
			return tableOf(node)
		case 'horizontalRule':
			return { type: 'thematicBreak' }
		case 'codeBlock':
			return { type: 'code', lang: textOrNull(node.attrs.language), value: node.textContent }
		case 'sourceBlock':
			return { type: 'html', value: String(node.attrs.source) }
		default:
			return { type: 'paragraph', children: phrasing(node) }
	}
}

/** Returns the parsed text without positions, to check that two sources mean the same. */
const shapeOf = (text: string) => JSON.stringify(markdown.parse(text), (key, value: unknown) => (key === 'position' ? undefined : value))
const ESCAPE = /\\[!-/:-@[-`{-~]/g
const MAX_ESCAPES = 60

function dropEscapes(text: string): string {
	const escapes = [...text.matchAll(ESCAPE)].map(({ index }) => index).toReversed()
	if (escapes.length === 0 || escapes.length > MAX_ESCAPES) return text
	const meant = shapeOf(text)
	const without = (from: string, at: number) => from.slice(0, at) + from.slice(at + 1)
	const bare = escapes.reduce(without, text)
	if (shapeOf(bare) === meant) return bare
	return escapes.reduce((kept, at) => (shapeOf(without(kept, at)) === meant ? without(kept, at) : kept), text)
}

export const printBlock = (node: DocNode): string =>
	node.type.name === 'sourceBlock'
		? String(node.attrs.source)
		: dropEscapes(printer.stringify({ type: 'root', children: [toBlock(node)] }).trimEnd())

type Printed = {
	text: string
	/** Index in the original, even of a block that was edited; -1 for a new block. */ index: number
	isSame: boolean
	type: string
}

/** Matches each block with the original: the same object, an equal block, or one that was changed in place. */
function match(doc: DocNode, { doc: from, sources }: Original): Printed[] {
	const places = new Map(from.children.map((node, index) => [node, index]))
	const free = new Set(places.values())
	const shown = doc.children.filter((node) => !isEmptyParagraph(node))
	const found = shown.map((node) => {
		const index = places.get(node)
		return index !== undefined && free.delete(index) ? index : -1
	})
	const known = found.map((index, at) => {
		if (index >= 0) return index
		const equal = from.children.findIndex((node, place) => free.has(place) && node.eq(shown[at] as DocNode))
		free.delete(equal)
		return equal
	})
	let last = -1
	return shown.map((node, at) => {
		const index = known[at] ?? -1
		const type = node.type.name
		if (index >= 0) {
			last = index
			return { text: sources[index] ?? '', index, isSame: true, type }
		}
		// If as many blocks are new as are missing between two known ones, each new block is an edit of the missing one in its place.
		const next = known.findIndex((each, place) => place > at && each >= 0)
		const first = known.findLastIndex((each, place) => place < at && each >= 0) + 1
		const missing = (next < 0 ? sources.length : (known[next] ?? 0)) - last - 1
		const isInPlace = missing === (next < 0 ? shown.length : next) - first
		return { text: printBlock(node), index: isInPlace ? last + 1 + at - first : -1, isSame: false, type }
	})
}

/** Prints a document as Markdown. Unchanged blocks keep their source byte for byte. */
export function printMarkdown(doc: DocNode, original: Original): string {
	const { gaps, doc: from } = original
	const printed = match(doc, original)
	const isAsBefore = ({ index, isSame, type }: Printed) => isSame || from.maybeChild(index)?.type.name === type
	const between = (one: Printed | undefined, other: Printed | undefined): string => {
		const gap = gaps[other ? other.index : gaps.length - 1] ?? ''
		if (!one) return other?.index === 0 ? (gaps[0] ?? '') : ''
		if (!other) return one.index === gaps.length - 2 ? gap : (/\s*$/.exec(gaps.at(-1) ?? '')?.[0] ?? '')
		const areNeighbors = one.index >= 0 && other.index === one.index + 1
		return areNeighbors && ((isAsBefore(one) && isAsBefore(other)) || gap.includes('\n\n')) ? gap : '\n\n'
	}
	return [...printed.map((each, at) => between(printed[at - 1], each) + each.text), between(printed.at(-1), undefined)].join('')
}
