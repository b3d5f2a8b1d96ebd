import { useEffect } from 'react'

import { storedOption } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'

/** Stores that the operator turned the shortcuts off. If unset, they are on. */
export const shortcutChoice = storedOption<'off'>(storageKeys.consoleShortcuts, ['off'])
export const areShortcutsOn = (): boolean => shortcutChoice.read() !== 'off'

const isTyping = (target: EventTarget | null) =>
	target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')

const ROW = '.data-table tbody tr:has(a[href])'

/** Finds the row's link or the entry of a list that opens a page; null if no list on this page has it. */
export function findEntryOf(path: string): HTMLElement | null {
	const isLink = (link: Element) => link.getAttribute('href')?.split(/[?#]/)[0] === path
	const stop = [...document.querySelectorAll<HTMLElement>(`[data-stop], ${ROW}`)].find((each) =>
		[...each.querySelectorAll('a')].some(isLink),
	)
	return stop?.matches(ROW) ? ([...stop.querySelectorAll('a')].find(isLink) ?? null) : (stop ?? null)
}

/** Moves focus to the next or previous entry. In a table row, the first link gets focus, so that Enter opens it. */
function step(by: number): void {
	const stops = [...document.querySelectorAll<HTMLElement>(`[data-stop]:not(details:not([open]) *), ${ROW}`)]
	const at = stops.findIndex((stop) => stop.contains(document.activeElement))
	const next = stops[Math.min(stops.length - 1, Math.max(0, at + by))]
	const target = next?.matches(ROW) ? next.querySelector('a') : next
	target?.focus()
}

/** True if focus is in a table row. Elsewhere the arrow keys scroll the page. */
const isInRow = () => document.activeElement?.closest(ROW) != null

/** Elements that don't open the row when clicked: controls, the space around a checkbox, and a dialog inside the row. */
const NOT_ROW = 'a, button, input, select, label, summary, form, dialog, [data-card=select]'

/** Opens the row that was clicked, unless the click was on a control or selected text. */
function openRow({ target, ctrlKey, metaKey }: MouseEvent): void {
	const row = target instanceof Element && !target.closest(NOT_ROW) && target.closest(ROW)
	const link = row && row.querySelector('a')
	if (!link || getSelection()?.isCollapsed === false) return
	link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey }))
}

/** Opens the focused entry of Today. In a row, focus is on a link, which needs no handler. */
const openEntry = (target: EventTarget | null) => target instanceof HTMLElement && target.querySelector<HTMLElement>('a')?.click()

const isEntry = (target: EventTarget | null) => target instanceof HTMLElement && target.matches('[data-stop]')

const select = () => document.activeElement?.closest(ROW)?.querySelector<HTMLElement>('[name^="row-"]')?.click()

/** True for Ctrl Enter or ⌘Enter. */
export const isSendKey = (event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && areShortcutsOn()

/** Clicks the form's main button. Skips other buttons with a name, because they add or move something. */
function send(text: Element): void {
	const form = text.closest('form')
	const button = form?.querySelector<HTMLButtonElement>('button[type=submit]:is(:not([name], [formaction]), [name=do][value=save])')
	if (button && !button.disabled) button.click()
}

/**
 * "/" focuses the search field; j and k, in a table also the arrow keys, move through a queue or rows; Enter opens the entry; x selects a
 * row; ? lists the shortcuts; Ctrl Enter sends a form. They can be turned off (frame.tsx). A click on a row opens it.
 */
export function useKeys(): void {
	useEffect(() => {
		function onKey(event: KeyboardEvent) {
			if (event.key === 'Enter' && event.repeat) return
			if (isSendKey(event) && event.target instanceof Element && event.target.matches('textarea, [contenteditable]'))
				return send(event.target)
			if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !areShortcutsOn()) return
			if (event.key === '/') {
				const field = document.querySelector<HTMLElement>('#find')
				// On phones the search field is hidden; open the palette instead.
				if (field?.checkVisibility()) field.focus()
				else document.querySelector<HTMLElement>('.palette-button')?.click()
			} else if (event.key === 'j' || (event.key === 'ArrowDown' && isInRow())) step(1)
			else if (event.key === 'k' || (event.key === 'ArrowUp' && isInRow())) step(-1)
			else if (event.key === 'Enter' && isEntry(event.target)) openEntry(event.target)
			else if (event.key === 'x' && isInRow()) select()
			else if (event.key === '?') document.querySelector<HTMLElement>('.shortcuts-button')?.click()
			else return
			event.preventDefault()
		}
		document.addEventListener('keydown', onKey)
		document.addEventListener('click', openRow)
		return () => {
			document.removeEventListener('keydown', onKey)
			document.removeEventListener('click', openRow)
		}
	}, [])
}
