import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'

import type { readSite } from './site.server.ts'

/** Content shown on every page: name, logo, links. */
export type Site = ReturnType<typeof readSite>

let lastKnown: Site | undefined

/** The site's own words, as the open page was rendered with them. A page that could not be loaded has those of the page before. */
export function useSite(): Site {
	const site = useRouteLoaderData<() => Site>('root') ?? lastKnown
	useEffect(() => {
		lastKnown = site
	}, [site])
	if (!site) throw new Error('The root of the page has no data')
	return site
}
