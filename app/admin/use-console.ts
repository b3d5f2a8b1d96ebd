import { useRouteLoaderData } from 'react-router'

import type { loader } from './root.tsx'

/** Who works here, and what every page of the console needs. */
export function useConsole() {
	const shared = useRouteLoaderData<typeof loader>('root')
	if (!shared) throw new Error('the console has no data of its root')
	return shared
}
