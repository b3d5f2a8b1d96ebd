import { useEffect } from 'react'
import { useLocation } from 'react-router'

const CONTROL = 'input:not([type="hidden"]), textarea, select, [contenteditable="true"]'
/** Maximum wait for the rich text editor, which is loaded after the page. */
const MAX_WAIT_MS = 5000
const WORDS_COMPARED = 40

function reveal(part: Element) {
	for (let group = part.closest('details'); group; group = group.parentElement?.closest('details') ?? null) group.open = true
	const tab = part.closest('[role=tabpanel]')?.getAttribute('aria-labelledby')
	if (tab) document.getElementById(tab)?.click()
}

function focusOn(part: HTMLElement) {
	part.focus()
	part.scrollIntoView({ block: 'center' })
}

/** Extracts the letters and digits of a text, without Markdown syntax. */
const wordsOf = (text: string) =>
	text
		.replaceAll(/\]\([^)]*\)/g, '')
		.replaceAll(/[^\p{L}\p{N}]+/gu, '')
		.slice(0, WORDS_COMPARED)

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, td, th, li'

const findBlock = (body: HTMLElement, words: string) =>
	[...body.querySelectorAll<HTMLElement>(BLOCKS)].find((each) => wordsOf(each.textContent).startsWith(words))

function showBlock(body: HTMLElement, block: HTMLElement) {
	body.focus()
	window.getSelection()?.collapse(block, 0)
	block.scrollIntoView({ block: 'center' })
}

/** Title or question of the fenced block that begins at a line; undefined if none begins there. */
function titleOfBlock(lines: readonly string[], index: number): string | undefined {
	if (!/^[\s>]*```[a-z]/.test(lines[index] ?? '')) return undefined
	const end = lines.findIndex((line, at) => at > index && /^[\s>]*```/.test(line))
	return /^[\s>]*(?:title|question): *["']?(.*?)["']? *$/m.exec(lines.slice(index, end).join('\n'))?.[1]
}

/** Focuses the Edit button of a figure, exercise or question in the rich text editor. */
function showFenced(body: HTMLElement, title: string) {
	const block = [...body.querySelectorAll('[role="group"]')].find((each) => each.getAttribute('aria-label')?.endsWith(`: ${title}`))
	const edit = block?.querySelector('button')
	if (edit) focusOn(edit)
	return edit !== undefined && edit !== null
}

function showLine(area: HTMLTextAreaElement, lines: readonly string[], index: number) {
	const start = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0)
	focusOn(area)
	area.setSelectionRange(start, start + (lines[index]?.length ?? 0))
	area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, index - 3)
}

/**
 * Scrolls to a line of the text: in the rich text editor once it is ready, in the text area if it doesn't load. Doesn't focus the text
 * area before, because the editor doesn't replace one that has focus.
 * @returns a function that stops waiting
 */
function showTextAt(line: number): () => void {
	const area = document.querySelector<HTMLTextAreaElement>('textarea.code-text')
	if (!area) return () => {}
	const lines = area.value.split('\n')
	const index = Math.max(0, line - Number(area.dataset.firstLine ?? 1))
	reveal(area)
	const title = titleOfBlock(lines, index)
	// The user may have begun to type elsewhere before the editor was ready.
	const isTyping = () => document.activeElement?.matches(CONTROL) === true
	const find = () => {
		const body = area.closest('form')?.querySelector<HTMLElement>('.rich-text-body') ?? null
		if (!body || isTyping()) return body !== null
		// React adds the blocks' buttons after the text.
		if (title !== undefined) return showFenced(body, title)
		showBlock(body, findBlock(body, wordsOf(lines[index] ?? '')) ?? body)
		return true
	}
	if (find()) return () => {}
	if (area.dataset.firstLine === undefined) {
		showLine(area, lines, index)
		return () => {}
	}
	if (area.checkVisibility()) area.scrollIntoView()
	const stop = () => {
		observer.disconnect()
		clearTimeout(timer)
	}
	const observer = new MutationObserver(() => find() && stop())
	observer.observe(document.body, { childList: true, subtree: true })
	const timer = setTimeout(() => {
		stop()
		if (!isTyping() && area.checkVisibility()) showLine(area, lines, index)
	}, MAX_WAIT_MS)
	return stop
}

/** Moves the editor's cursor to the paragraph that was clicked in a preview of its text. */
export function focusClickedParagraph(clicked: Element, editor: HTMLElement): void {
	const words = wordsOf(clicked.closest(BLOCKS)?.textContent ?? '')
	const body = editor.querySelector<HTMLElement>('.rich-text-body')
	const block = words !== '' && body ? findBlock(body, words) : undefined
	if (!body || !block) return
	reveal(body)
	// A hidden tab can't get focus before it is shown.
	requestAnimationFrame(() => showBlock(body, block))
}

function showField(id: string): void {
	const target = document.getElementById(id)
	if (!target?.closest('form')) return
	reveal(target)
	// The rich text editor hides the text area that it writes into.
	const editor = target.closest('[hidden]')?.parentElement?.querySelector<HTMLElement>('.rich-text-body')
	const control = target.matches(CONTROL) ? (editor ?? target) : target.querySelector<HTMLElement>(CONTROL)
	const shown = control ?? target.querySelector<HTMLElement>('summary, button') ?? target.closest('details')?.querySelector('summary')
	// An element can't be focused before it is visible.
	if (shown) requestAnimationFrame(() => focusOn(shown))
}

/** Links of a previewed page that lead to fields of this form's file. */
const linksTo = (editor: HTMLElement, page: ParentNode) => {
	const file = editor.closest('form')?.querySelector<HTMLInputElement>('input[name="path"]')?.value
	return [...page.querySelectorAll<HTMLAnchorElement>('a[data-edit]')].filter(
		({ search }) => new URLSearchParams(search).get('path') === file,
	)
}

/**
 * Returns the text of a previewed page that links to a field or, for one that the page doesn't show, to another field of the same entry,
 * list or file.
 */
export function findLinked(field: Element | null, editor: HTMLElement, page: ParentNode): HTMLElement | undefined {
	const links = linksTo(editor, page)
	for (let part = field?.closest('[id]'); part && editor.contains(part); part = part.parentElement?.closest('[id]')) {
		const [id, above] = [`#${part.id}`, `#${part.id}-`]
		const found = links.find(({ hash }) => hash === id) ?? links.find(({ hash }) => hash.startsWith(above))
		if (found) return found
	}
	return links[0]
}

/** Focuses the field that a text in a previewed page links to. Texts from other files open their own editor. */
export function focusLinkedField(link: HTMLAnchorElement, editor: HTMLElement, open: (address: string) => void): void {
	if (linksTo(editor, link.ownerDocument).includes(link)) showField(link.hash.slice(1))
	else open(link.pathname + link.search + link.hash)
}

/** Focuses the field or text line in the URL's fragment, and opens the groups and the tab around it. */
export function useFieldInAddress() {
	const { hash, key } = useLocation()
	useEffect(() => {
		const id = hash.slice(1)
		if (id === '') return
		let stop = () => {}
		// Tabs are rendered after the first effects.
		const frame = requestAnimationFrame(() => {
			const [, line] = /^line-(\d+)$/.exec(id) ?? []
			if (line === undefined) showField(id)
			else stop = showTextAt(Number(line))
		})
		return () => {
			cancelAnimationFrame(frame)
			stop()
		}
	}, [hash, key])
}
