import { NotFoundPage } from '#app/shell/not-found-page.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'

import type { Route } from './+types/not-found.ts'

/** It is served at every unknown URL, so it must not hydrate: React would find a path it was not made for. */
export const handle = { static: true }

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Page Not Found', description: 'No page has this address.', path: '/404', noIndex: true })

export default NotFoundPage
