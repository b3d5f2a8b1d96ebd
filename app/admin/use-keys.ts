import { useEffect } from 'react'

import { storedWord } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'

/** Absent means on. */
export const shortcutChoice = storedWord<'off'>(storageKeys.consoleShortcuts, ['off'])
export const areShortcutsOn = (): boolean => shortcutChoice.read() !== 'off'

const isTyping = (target: EventTarget | null) =>
	target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

function step(by: number): void {
	const stops = [...document.querySelectorAll<HTMLElement>('[data-stop]')]
	const at = stops.findIndex((stop) => stop.contains(document.activeElement))
	stops[Math.min(stops.length - 1, Math.max(0, at + by))]?.focus()
}

/** Shortcuts: "/" goes to the search field, j and k move through a queue. They can be switched off (shortcuts.tsx). */
export function useKeys(): void {
	useEffect(() => {
		function onKey(event: KeyboardEvent) {
			if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !areShortcutsOn()) return
			if (event.key === '/') document.querySelector<HTMLElement>('#find')?.focus()
			else if (event.key === 'j') step(1)
			else if (event.key === 'k') step(-1)
			else return
			event.preventDefault()
		}
		document.addEventListener('keydown', onKey)
		return () => document.removeEventListener('keydown', onKey)
	}, [])
}
