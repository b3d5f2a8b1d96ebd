import { useRouteLoaderData } from 'react-router'

import type { Given } from '#server/http/react/answer-by-react.ts'

/** Returns the server's data for a page without a session (`renderStandalonePage`). */
export function useStandaloneData<Page>(): Given<Page> {
	const root = useRouteLoaderData<{ given: Given<Page> }>('root')
	if (!root) throw new Error('the server gave this page nothing to show')
	return root.given as Given<Page>
}
