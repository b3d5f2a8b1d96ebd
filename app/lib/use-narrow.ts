import { useSyncExternalStore } from 'react'

/** The same width as in the sheets. Paper is no narrow screen, whatever its width. */
const NARROW = 'screen and (width < 64rem)'

function subscribe(onChange: () => void) {
	const query = window.matchMedia(NARROW)
	query.addEventListener('change', onChange)
	return () => query.removeEventListener('change', onChange)
}

/** True if the page is on a narrow screen. Before hydration: no, and the sheets alone decide what shows. */
export const useNarrow = (): boolean =>
	useSyncExternalStore(
		subscribe,
		() => window.matchMedia(NARROW).matches,
		() => false,
	)
