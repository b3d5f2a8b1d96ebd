import { html } from '#content/markup/pipelines.server.ts'
import { htmlElement, type HtmlNode } from '#content/render-figure/html-tree.ts'

import { type Place, type TextMarks, withoutMarks } from './text-marks.ts'

export type LinkTextsOptions = {
	marks: TextMarks
	describe: (place: Place) => { href: string; title: string } | null
	/** Returns the place of a computed text, such as a price, if it matches exactly. */
	findByText: (text: string) => Place | null
	findByPicture: (address: string) => Place | null
	/** Returns new attributes for a link by its URL; null removes the URL. */
	lead: (href: string) => Record<string, string> | null
	isEditing: boolean
}

/** Elements that can't contain links. */
const CONTROLS = new Set(['a', 'button'])
/** Elements whose text isn't part of the page, or that can't contain elements. */
const NO_LINKS = new Set(['title', 'option', 'textarea', 'style', 'script', 'select'])
const DROPPED = [
	'href',
	'target',
	'rel',
	'type',
	'name',
	'value',
	'disabled',
	'ariaDisabled',
	'popoverTarget',
	'command',
	'commandFor',
	'form',
	'formAction',
]

type Walk = LinkTextsOptions & {
	/** Places of the texts within the enclosing link or button; null outside of one. */
	control: Place[] | null
	isInside: boolean
	/** Place of the enclosing element, such as a paragraph with a picture; of a Markdown text also for the elements within it. */
	around: Place | null
}

/** A Markdown text has a single mark, at its end, which also applies to the bold words and links before it. */
const lineOf = (place: Place | null) => (place && 'line' in place ? place : null)

const sameEdit = (one: Place, other: Place) => JSON.stringify(one) === JSON.stringify(other)

function linkTo(place: Place, { describe }: LinkTextsOptions, ...children: HtmlNode[]): HtmlNode[] {
	const found = describe(place)
	if (!found) return children
	return [htmlElement('a', { href: found.href, target: '_top', title: found.title, dataEdit: '' }, ...children)]
}

function linkText(node: HtmlNode, walk: Walk): HtmlNode[] {
	const pieces = walk.marks.read(node.value ?? '')
	if (!walk.isInside) return [{ type: 'text', value: pieces.map(({ text }) => text).join('') }]
	return pieces.flatMap(({ text, place: marked }) => {
		const words: HtmlNode = { type: 'text', value: text }
		const place = marked ?? walk.findByText(text.trim()) ?? lineOf(walk.around)
		if (!place || text.trim() === '' || !walk.isEditing) return [words]
		walk.control?.push(place)
		return linkTo(place, walk, words)
	})
}

/** Returns a picture's place: that of its URL, of its alt text, or of the enclosing element. */
function placeOfPicture(node: HtmlNode, { marks, findByPicture, around }: Walk): Place | null {
	const { tagName, properties = {} } = node
	const { src, alt } = properties
	if (tagName === 'img')
		return (typeof src === 'string' ? findByPicture(src) : null) ?? (typeof alt === 'string' ? marks.placeOf(alt) : null) ?? around
	// The logo's mark is at the end of its SVG.
	return tagName === 'svg' ? placeAtEnd(node, marks) : null
}

function placeAtEnd({ children = [] }: HtmlNode, marks: TextMarks): Place | null {
	const last = children.at(-1)
	return last?.type === 'text' ? marks.placeOf(last.value ?? '') : null
}

function cleanProperties(node: HtmlNode): void {
	for (const [key, value] of Object.entries(node.properties ?? {})) {
		if (typeof value === 'string') node.properties = { ...node.properties, [key]: withoutMarks(value) }
		else if (Array.isArray(value)) node.properties = { ...node.properties, [key]: value.map((each) => withoutMarks(String(each))) }
	}
}

const without = (properties: Record<string, unknown> = {}) =>
	Object.fromEntries(Object.entries(properties).filter(([key]) => !DROPPED.includes(key)))

/** If all texts of a link or button have the same editor, links the whole element to it; otherwise, each text links separately. */
function linkControl(node: HtmlNode, places: readonly Place[], options: LinkTextsOptions): void {
	const [first, ...others] = places
	const found = first && options.describe(first)
	if (!first || !found) return
	node.properties = without(node.properties)
	if (others.every((other) => sameEdit(first, other))) {
		node.tagName = 'a'
		node.properties = { ...node.properties, href: found.href, target: '_top', title: found.title, dataEdit: '' }
		node.children = unwrap(node.children)
	} else node.tagName = 'span'
}

const unwrap = (children: readonly HtmlNode[] = []): HtmlNode[] =>
	children.flatMap((child) => {
		if (child.properties?.dataEdit === undefined) return [{ ...child, ...(child.children && { children: unwrap(child.children) }) }]
		return child.children ?? []
	})

function linkNode(node: HtmlNode, walk: Walk): HtmlNode[] {
	if (node.type === 'comment') return []
	if (node.type === 'text') return linkText(node, walk)
	const picture = walk.isInside && walk.isEditing ? placeOfPicture(node, walk) : null
	const isControl = CONTROLS.has(node.tagName ?? '') && walk.control === null
	const own: Place[] = []
	const inner: Walk = {
		...walk,
		control: isControl ? own : walk.control,
		around: placeAtEnd(node, walk.marks) ?? lineOf(walk.around),
		isInside: (walk.isInside || node.tagName === 'body') && !NO_LINKS.has(node.tagName ?? '') && !picture,
	}
	cleanProperties(node)
	if (node.children) node.children = node.children.flatMap((child) => linkNode(child, inner))
	if (node.tagName === 'details' && walk.isEditing) node.properties = { ...node.properties, open: true }
	const { href } = node.properties ?? {}
	if (isControl && own.length > 0) linkControl(node, own, walk)
	else if (node.tagName === 'a' && typeof href === 'string') node.properties = { ...without(node.properties), ...walk.lead(href) }
	if (!picture) return [node]
	walk.control?.push(picture)
	return linkTo(picture, walk, node)
}

/**
 * Turns a page into a preview: links texts and pictures to their editors, expands collapsed parts, points other links to previews, and
 * removes all marks.
 */
export function linkTexts(page: string, options: LinkTextsOptions): string {
	const tree = html().parse(page) as HtmlNode & ReturnType<ReturnType<typeof html>['parse']>
	linkNode(tree, { ...options, control: null, isInside: false, around: null })
	return html().stringify(tree)
}
