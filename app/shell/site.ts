import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'

import type { loader } from '#app/root.tsx'

/** What every page shows of the content: name, logo, links. */
export type Site = Awaited<ReturnType<typeof loader>>

let lastKnown: Site | undefined

/** The site's own words, as the open page was rendered with them. A page that could not be loaded has those of the page before. */
export function useSite(): Site {
	const site = useRouteLoaderData<typeof loader>('root') ?? lastKnown
	useEffect(() => {
		lastKnown = site
	}, [site])
	if (!site) throw new Error('The root of the page has no data')
	return site
}
