import type { ComponentType } from 'react'
import { createRoutesStub, Outlet, useLocation } from 'react-router'

import type { Site } from '#app/shell/site.ts'

const SITE = {
	name: 'Launchway',
	strapline: 'A course',
	supportEmail: 'help@example.com',
	social: [],
	logo: ['Launchway', null],
	courseOrder: [1, 2, 3, 4, 5, 6],
	projectModule: 3,
} as unknown as Site

function Elsewhere() {
	const { pathname, search, hash } = useLocation()
	return <p>Page {`${pathname}${search}${hash}`}</p>
}

/**
 * Renders a page as part of the site. Every other address shows `Page /its/path`.
 * @param pattern route of the page, such as `/courses/:id`
 */
export function inSite(Page: ComponentType, pattern: string, address = pattern) {
	const Stub = createRoutesStub([
		{
			id: 'root',
			Component: Outlet,
			loader: () => SITE,
			children: [
				{ path: pattern, Component: Page },
				{ path: '*', Component: Elsewhere },
			],
		},
	])
	return <Stub initialEntries={[address]} hydrationData={{ loaderData: { root: SITE } }} />
}
