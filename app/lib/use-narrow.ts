import { useSyncExternalStore } from 'react'

/** Same width as in the style sheets. Paper never counts as narrow. */
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
