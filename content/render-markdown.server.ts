import { boxIds } from '#domain/progress/box-ids.ts'

import { drawBlocks } from './draw-blocks.ts'
import { addCard, dressMedia } from './dress-media.ts'
import { toHtml, toSafeTree } from './markup/pipelines.server.ts'
import { drawFigure } from './render-figure/draw-figure.ts'
import { htmlElement, type HtmlNode } from './render-figure/html-tree.ts'
import type { Figure } from './schema/figure.ts'

/**
 * Returns sanitized HTML. The highest heading becomes h`topHeading`, because the page has its own h1. Classes used:
 * `table-scroll`, `callout callout-<kind>`, `callout-title`, `task-box`.
 */
export function renderMarkdown(source: string, topHeading: 2 | 3 | 4 = 2): string {
	return toHtml().stringify(markdownTree(source, topHeading))
}

export type ChecklistText = { html: string; /** Names of the checkboxes in the text, in order. */ boxes: string[] }

/** Renders checklists as checkboxes. Each is labeled by its line, and `data-box` contains its name. Class used: `check-line`. */
export function renderChecklistText(source: string, topHeading: 2 | 3 | 4 = 2): ChecklistText {
	const tree = toSafeTree().runSync(toSafeTree().parse(source))
	const lines = findLines(tree)
	const boxes = boxIds(lines.map(readText))
	for (const [index, line] of lines.entries()) dressLine(line, boxes[index] ?? '')
	dress(tree, topHeading - shallowestHeading(tree))
	drawBlocks(tree)
	return { html: stringifyTree(tree), boxes }
}

/** Like `renderMarkdown`, but returns the tree, for renderers that change it. */
export function markdownTree(source: string, topHeading: 2 | 3 | 4 = 2) {
	const tree = toSafeTree().runSync(toSafeTree().parse(source))
	dress(tree, topHeading - shallowestHeading(tree))
	return tree
}

export const stringifyTree = (tree: ReturnType<typeof markdownTree>): string => toHtml().stringify(tree)

export function printFigure(figure: Figure): string {
	const tree = markdownTree('')
	const root: HtmlNode = tree
	root.children = [drawFigure(figure)]
	return stringifyTree(tree)
}

function dress(node: HtmlNode, headingShift: number): void {
	for (const child of node.children ?? []) {
		dress(child, headingShift)
		const depth = headingDepth(child)
		if (depth !== null) child.tagName = `h${Math.min(6, depth + headingShift)}`
		else if (child.tagName === 'table') wrapTable(child)
		else if (child.tagName === 'blockquote') dressCallout(child)
		else if (child.tagName === 'input') dressTaskBox(child)
		else if (child.tagName === 'img') dressMedia(child)
		else if (child.tagName === 'p') {
			addCaption(child)
			addCard(child)
		} else if (child.tagName === 'a' && /^https?:/.test(String(child.properties?.href)))
			child.properties = { ...child.properties, rel: 'noopener' }
	}
}

const headingDepth = (node: HtmlNode): number | null => (/^h[1-6]$/.test(node.tagName ?? '') ? Number(node.tagName?.slice(1)) : null)

const shallowestHeading = (node: HtmlNode): number =>
	Math.min(headingDepth(node) ?? 6, ...(node.children ?? []).map((child) => shallowestHeading(child)))

/** Wraps a table in a scrollable box, which has a name and can get keyboard focus. */
function wrapTable(node: HtmlNode): void {
	const table = { ...node }
	const headings = findElements(table, 'th').map((cell) => readText(cell).trim())
	node.tagName = 'div'
	node.properties = { className: ['table-scroll'], role: 'group', tabIndex: 0, ariaLabel: `Table: ${headings.join(', ')}` }
	node.children = [table]
}

/** Turns a paragraph that is only a picture with a title, `![Alt](url "Title")`, into a figure with the title as its caption. */
function addCaption(node: HtmlNode): void {
	const [picture, ...others] = node.children ?? []
	const { title, ...properties } = picture?.properties ?? {}
	if (picture?.tagName !== 'img' || others.length > 0 || typeof title !== 'string') return
	node.tagName = 'figure'
	node.children = [{ ...picture, properties }, htmlElement('figcaption', {}, title)]
}

const CALLOUT_TITLES: Record<string, string> = { note: 'Note', tip: 'Tip', example: 'Example', warning: 'Careful' }

function dressCallout(node: HtmlNode): void {
	const paragraph = node.children?.find((child) => child.tagName === 'p')
	const opening = paragraph?.children?.[0]
	const mark = /^\[!(\w+)\]\s*/.exec(opening?.value ?? '')
	const kind = mark?.[1]?.toLowerCase() ?? ''
	const title = CALLOUT_TITLES[kind]
	if (!mark || !opening?.value || !title) return

	opening.value = opening.value.slice(mark[0].length)
	node.tagName = 'div'
	node.properties = { className: ['callout', `callout-${kind}`], role: 'note' }
	node.children?.unshift(htmlElement('p', { className: ['callout-title'] }, title))
}

/** Replaces a checkbox with a drawing that screen readers skip, because a disabled checkbox without a label is meaningless to them. */
function dressTaskBox(node: HtmlNode): void {
	if (node.properties?.dataBox !== undefined) return
	node.tagName = 'span'
	node.properties = { className: ['task-box'], ariaHidden: 'true' }
}

/** Returns the parents of checkboxes: the list item, or its paragraph if blank lines separate the items. */
const findLines = (node: HtmlNode): HtmlNode[] =>
	node.children?.some(({ tagName }) => tagName === 'input') ? [node, ...nested(node)] : nested(node)
const nested = (node: HtmlNode): HtmlNode[] => (node.children ?? []).flatMap((child) => findLines(child))

const isBlock = ({ tagName = '' }: HtmlNode) => ['ul', 'ol', 'p', 'pre', 'blockquote', 'div'].includes(tagName)

function dressLine(line: HtmlNode, box: string): void {
	const [, ...words] = line.children ?? []
	const end = words.findIndex(isBlock)
	const own = end < 0 ? words : words.slice(0, end)
	const input = htmlElement('input', { type: 'checkbox', className: ['tick'], dataBox: box })
	const label = htmlElement('label', { className: ['check-line'] }, input, htmlElement('span', {}, ...own))
	line.children = [label, ...words.slice(own.length)]
}

export const findElements = (node: HtmlNode, tagName: string): HtmlNode[] =>
	(node.children ?? []).flatMap((child) => (child.tagName === tagName ? [child] : findElements(child, tagName)))

export const readText = (node: HtmlNode): string => node.value ?? (node.children ?? []).map((child) => readText(child)).join('')
