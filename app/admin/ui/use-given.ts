import { useRouteLoaderData } from 'react-router'

import type { StandaloneData } from '#server/http/react/answer-by-react.ts'

/** Returns the server's data for a page without a session (`renderStandalonePage`). */
export function useStandaloneData<Page>(): StandaloneData<Page> {
	const root = useRouteLoaderData<{ given: StandaloneData<Page> }>('root')
	if (!root) throw new Error('the server gave this page nothing to show')
	return root.given as StandaloneData<Page>
}
