import { markdown } from './markup/pipelines.server.ts'
import type { ContentIssue } from './parse-located.ts'
import type { DocumentTextBlock } from './schema/document.ts'

type Node = ReturnType<ReturnType<typeof markdown>['parse']>['children'][number]
type NodeOf<T extends Node['type']> = Extract<Node, { type: T }>
type Place = { position?: { start: { line: number } } | undefined }

/** A field to fill in: `Label: ____`, or `Label: ____ x4` for four lines. */
const FIELD = /^(.{1,160}?):? *_{3,}(?: *x(\d{1,2}))?$/
const CALLOUT = /^\[!(\w+)\]\s*/
const BOX = /^\[ \] */
const TONES = ['note', 'tip', 'example', 'warning'] as const

/** Error for Markdown that a document file can't show as intended. */
class BodyFault extends Error {
	readonly line: number

	constructor(place: Place, message: string) {
		super(message)
		this.line = place.position?.start.line ?? 1
	}
}

/** @returns blocks and issues; line numbers are relative to `source` */
export function parseDocumentBody(source: string): { blocks: DocumentTextBlock[]; issues: ContentIssue[] } {
	const blocks: DocumentTextBlock[] = []
	const issues: ContentIssue[] = []
	for (const node of markdown().parse(source).children) {
		try {
			blocks.push(...readBlock(node))
		} catch (error) {
			if (!(error instanceof BodyFault)) throw error
			issues.push({ line: error.line, message: error.message })
		}
	}
	return { blocks, issues }
}

function readBlock(node: Node): DocumentTextBlock[] {
	switch (node.type) {
		case 'heading':
			if (node.depth !== 2 && node.depth !== 3) throw new BodyFault(node, 'headings are ## and ###; the title is in the front matter')
			return [{ kind: 'heading', level: node.depth, text: readInline(node) }]
		case 'paragraph':
			return readParagraph(node)
		case 'list':
			return [readList(node)]
		case 'table':
			return [readTable(node)]
		case 'blockquote':
			return [readCallout(node)]
		case 'code':
			return [{ kind: 'copy', lines: node.value.split('\n').map((line) => line.trimEnd()) }]
		case 'thematicBreak':
			return [{ kind: 'page-break' }]
		default:
			throw new BodyFault(node, `a document cannot contain ${node.type}`)
	}
}

/** @throws BodyFault if only some lines are fields */
function readParagraph(node: NodeOf<'paragraph'>): DocumentTextBlock[] {
	const text = readInline(node)
	const lines = text.split('\n')
	const fields = lines.map((line) => FIELD.exec(line))
	if (!fields.some(Boolean)) return [{ kind: 'text', text: lines.join(' ') }]
	return fields.map((field) => {
		if (!field) throw new BodyFault(node, 'put an empty line between fill-in lines and other text')
		return { kind: 'field', label: field[1] ?? '', lines: Number(field[2] ?? 1) }
	})
}

function readList(node: NodeOf<'list'>): DocumentTextBlock {
	const items = node.children.map((item) => {
		const [paragraph, ...rest] = item.children
		if (paragraph?.type !== 'paragraph' || rest.length > 0)
			throw new BodyFault(item, 'a list item must be one paragraph, without a nested list')
		return { text: readInline(paragraph).replaceAll('\n', ' '), checked: item.checked ?? null }
	})
	const texts = items.map(({ text }) => text)
	if (items.every(({ checked }) => checked === null)) return { kind: 'list', isOrdered: node.ordered === true, items: texts }
	if (items.some(({ checked }) => checked !== false)) throw new BodyFault(node, 'either all items of a list are checkboxes (- [ ]) or none')
	return { kind: 'checklist', items: texts }
}

function readTable(node: NodeOf<'table'>): DocumentTextBlock {
	const [head = [], ...rows] = node.children.map((row) => row.children.map((cell) => readInline(cell)))
	return {
		kind: 'table',
		head,
		rows: rows.map(([first = '', ...cells]) => ({ hasBox: BOX.test(first), cells: [first.replace(BOX, ''), ...cells] })),
	}
}

function readCallout(node: NodeOf<'blockquote'>): DocumentTextBlock {
	const text = node.children
		.map((child) => {
			if (child.type !== 'paragraph') throw new BodyFault(child, 'a callout may contain only paragraphs')
			return readInline(child).replaceAll('\n', ' ')
		})
		.join('\n')
	const mark = CALLOUT.exec(text)
	const tone = TONES.find((name) => name === mark?.[1]?.toLowerCase())
	if (!mark || !tone) throw new BodyFault(node, `a quote must start with one of ${TONES.map((name) => `[!${name}]`).join(' ')}`)
	return { kind: 'callout', tone, text: text.slice(mark[0].length) }
}

type Inline = NodeOf<'paragraph'>['children'][number]

/** Returns plain text, because document files have no emphasis, and a link's URL would be lost on paper. */
function readInline(node: { children: readonly Inline[] }): string {
	return node.children.map((child) => readPiece(child)).join('')
}

function readPiece(node: Inline): string {
	switch (node.type) {
		case 'text':
			return node.value
		case 'link': {
			const label = readInline(node)
			return label === node.url ? label : `${label} (${node.url})`
		}
		default:
			throw new BodyFault(node, `text is plain here, without ${node.type}; a link is [words](https://…)`)
	}
}
