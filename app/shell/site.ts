import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'

import type { readSite } from './site.server.ts'

export type Site = ReturnType<typeof readSite>

let lastKnown: Site | undefined

/** Returns the site data that the current page was rendered with; if a page failed to load, that of the previous page. */
export function useSite(): Site {
	const site = useRouteLoaderData<() => Site>('root') ?? lastKnown
	useEffect(() => {
		lastKnown = site
	}, [site])
	if (!site) throw new Error('The root of the page has no data')
	return site
}
