import { NotFoundPage } from '#app/shell/not-found-page.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'

import type { Route } from './+types/not-found.ts'

/** Served for every unknown URL, so it must not hydrate: the router would expect another page. */
export const handle = { static: true }

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Page Not Found', description: 'There’s no page at this address.' })

export default NotFoundPage
