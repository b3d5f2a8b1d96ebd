import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's document and until the page is hydrated: without script, forms have to work as they are. */
export const useHasScript = (): boolean =>
	useSyncExternalStore(
		never,
		() => true,
		() => false,
	)
