import { useSyncExternalStore } from 'react'

/** Media query with the breakpoint of the style sheets. Print never counts as narrow. */
const NARROW = 'screen and (width < 64rem)'

function subscribe(onChange: () => void) {
	const query = window.matchMedia(NARROW)
	query.addEventListener('change', onChange)
	return () => query.removeEventListener('change', onChange)
}

/** True on narrow screens; false until hydration, when only the style sheets decide. */
export const useNarrow = (): boolean =>
	useSyncExternalStore(
		subscribe,
		() => window.matchMedia(NARROW).matches,
		() => false,
	)
