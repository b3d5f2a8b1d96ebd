import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration, true from then on: browser-only state may be shown. */
export const useHydrated = (): boolean =>
	useSyncExternalStore(
		never,
		() => true,
		() => false,
	)
