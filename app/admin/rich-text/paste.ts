import { Slice } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

import { guessUploadKind } from '#domain/media/sniff-media.ts'
import { readVideoLink } from '#domain/media/video-link.ts'

import type { MediaKind } from './media-node.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { readTables } from './pasted-tables.ts'

/** Maximum characters of a paste; a whole file may have 200,000. */
const MAX_TEXT = 150_000
/** Maximum characters of pasted HTML: Word and Google Docs paste ten times as much markup as text. */
const MAX_HTML = 1_500_000

const BULLET = /^[\s\u00a0]*(?:[·•o§▪\u00b7\uf0b7-]|(?<number>\d+|[a-z])[.)])[\s\u00a0]+/i

/** Turns Word's list items, which are paragraphs that only look like a list, into real lists. */
function readWordLists(root: ParentNode): void {
	// The open list of each level.
	let lists: HTMLElement[] = []
	for (const line of root.querySelectorAll<HTMLElement>('p[class*="MsoListParagraph"], p[style*="mso-list"]')) {
		const found = BULLET.exec(line.textContent ?? '')
		const tag = found?.groups?.number === undefined ? 'ul' : 'ol'
		const [, level = '1'] = /mso-list:[^;]*level(\d)/.exec(line.getAttribute('style') ?? '') ?? []
		if (line.previousElementSibling !== lists[0]) lists = []
		lists.length = Math.min(lists.length, Number(level))
		const depth = Math.min(Number(level) - 1, lists.length)
		let list = lists[depth]
		if (list?.localName !== tag) {
			list = line.ownerDocument.createElement(tag)
			const parent = lists[depth - 1]?.lastElementChild
			if (parent) parent.append(list)
			else line.before(list)
			lists[depth] = list
		}
		for (const mark of line.querySelectorAll('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]')) mark.remove()
		const item = line.ownerDocument.createElement('li')
		item.append(...line.childNodes)
		const first = item.firstChild
		if (first?.nodeType === 3) first.textContent = (first.textContent ?? '').replace(BULLET, '')
		list.append(item)
		line.remove()
	}
}

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre'

function wrapContent(element: Element, tag: 'strong' | 'em'): void {
	const mark = element.ownerDocument.createElement(tag)
	mark.append(...element.childNodes)
	element.append(mark)
}

/**
 * Turns bold and italic styles into elements. Removes each `b` that isn't bold; Google Docs puts one around everything.
 * Reads the attributes' text, because our content security policy keeps the browser from parsing inline styles.
 */
function readStyles(root: ParentNode): void {
	for (const element of root.querySelectorAll('span[style], b[style], strong[style]')) {
		const style = element.getAttribute('style') ?? ''
		const [, weight = ''] = /font-weight:\s*(\w+)/i.exec(style) ?? []
		element.removeAttribute('style')
		const isBold = weight.startsWith('bold') || Number(weight) >= 600
		if (element.localName !== 'span') {
			if (weight !== '' && !isBold) element.replaceWith(...element.childNodes)
			continue
		}
		// A heading is bold anyway.
		if (isBold && !element.closest('h1, h2, h3, h4, h5, h6, th')) wrapContent(element, 'strong')
		if (/font-style:\s*italic/i.test(style)) wrapContent(element, 'em')
	}
	for (const line of root.querySelectorAll('br'))
		if ([...(line.parentElement?.children ?? [])].some((each) => each.matches(BLOCKS))) line.remove()
}

/** Replaces Google’s redirects, which Docs puts in front of every link, with their destination. */
function readRedirects(root: ParentNode): void {
	for (const link of root.querySelectorAll('a[href^="https://www.google.com/url?"]')) {
		const to = new URL(link.getAttribute('href') ?? '').searchParams.get('q')
		if (to !== null && OTHER_SITE.test(to)) link.setAttribute('href', to)
	}
}

const OTHER_SITE = /^(?:https?:)?\/\//i
/** Returns a picture's URL; for one of this site's own pictures, which browsers copy with the origin, only the path. */
function readAddress(picture: HTMLImageElement): string {
	const address = picture.getAttribute('src') ?? ''
	return address.startsWith(`${location.origin}/media/`) ? address.slice(location.origin.length) : address
}
const hasForeignPicture = (html: string) =>
	[...new DOMParser().parseFromString(html, 'text/html').images].some((picture) => OTHER_SITE.test(readAddress(picture)))

/**
 * Reduces HTML from Word, Google Docs or a web page to paragraphs, headings, lists, tables and links.
 * @param canImport true for a text whose pictures from other sites can be imported, so that they stay
 */
export function transformPastedHtml(html: string, canImport: boolean): string {
	const isKept = (address: string) => address.startsWith('/media/') || (canImport && OTHER_SITE.test(address))
	const { body } = new DOMParser().parseFromString(html, 'text/html')
	const unwanted = [
		...body.querySelectorAll('script, style, meta, link, title, iframe, object, embed, svg'),
		...body.getElementsByTagName('o:p'),
	]
	for (const element of unwanted) element.remove()
	for (const picture of body.querySelectorAll('img')) {
		const address = readAddress(picture)
		if (isKept(address)) picture.setAttribute('src', address)
		else picture.remove()
	}
	readWordLists(body)
	readTables(body)
	readStyles(body)
	readRedirects(body)
	// Only the page title may be an h1.
	for (const heading of body.querySelectorAll('h1')) {
		const lower = body.ownerDocument.createElement('h2')
		lower.append(...heading.childNodes)
		heading.replaceWith(lower)
	}
	for (const element of body.querySelectorAll('p, h2, h3, h4, li'))
		if (element.textContent?.trim() === '' && !element.querySelector('img')) element.remove()
	return body.innerHTML
}

const ONE_URL = /^https?:\/\/[^\s<>]+$/

/** Links the selected words, if they are within one paragraph and the text is a URL. */
function linkSelected({ state, dispatch }: EditorView, text: string): boolean {
	const { selection, schema, tr } = state
	const { link } = schema.marks
	if (!link || selection.empty || !(selection instanceof TextSelection) || !selection.$from.sameParent(selection.$to)) return false
	if (!ONE_URL.test(text.trim())) return false
	const href = text.trim().replace(/^http:/, 'https:')
	dispatch(tr.addMark(selection.from, selection.to, link.create({ href })).setSelection(TextSelection.create(tr.doc, selection.to)))
	return true
}

/**
 * Returns a pasted or dropped file for Media, unless there is also text: Word adds a picture of the copied text.
 * @param onlyPicture true for emails
 */
export function findFile(data: DataTransfer | null, onlyPicture: boolean): { kind: MediaKind; file: File } | null {
	if (!data || data.getData('text/html') !== '' || data.getData('text/plain') !== '') return null
	for (const file of data.files) {
		const kind = file.type.startsWith('image/') ? 'picture' : guessUploadKind(file)
		if (kind && (kind === 'picture' || !onlyPicture)) return { kind, file }
	}
	return null
}

/** Returns the video link that is pasted on an empty line. Elsewhere null: there, it is pasted as a normal link. */
export function findVideoLink({ state: { selection } }: EditorView, data: DataTransfer | null): string | null {
	const { parent } = selection.$from
	const isEmptyLine = parent.type.name === 'paragraph' && parent.content.size === 0
	return isEmptyLine ? (readVideoLink(data?.getData('text/plain') ?? '')?.url ?? null) : null
}

/**
 * Inserts pasted plain text as Markdown.
 * @returns `too long` for a paste that would freeze the page; `not ours` for HTML and within code, which the editor
 * handles itself; `foreign picture` for HTML with pictures from other sites, which pages don't show
 */
export function handlePaste(view: EditorView, event: ClipboardEvent): 'done' | 'too long' | 'not ours' | 'foreign picture' {
	const data = event.clipboardData
	const [html, text] = [data?.getData('text/html') ?? '', data?.getData('text/plain') ?? '']
	if (text.length > MAX_TEXT || html.length > MAX_HTML) return 'too long'
	const isCode = view.state.selection.$from.parent.type.spec.code === true
	if (html !== '' || text === '' || isCode) return hasForeignPicture(html) ? 'foreign picture' : 'not ours'
	if (linkSelected(view, text)) return 'done'
	const { doc } = parseMarkdown(view.state.schema, text.replaceAll('\r\n', '\n'))
	const isLine = doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph'
	const slice = new Slice(doc.content, isLine ? 1 : 0, isLine ? 1 : 0)
	view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView())
	return 'done'
}
