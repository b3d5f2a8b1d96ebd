import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration, then true: browser-only state may be rendered. */
export const useHydrated = (): boolean =>
	useSyncExternalStore(
		never,
		() => true,
		() => false,
	)
