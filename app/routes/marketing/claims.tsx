import { fromContent } from '#app/content.server.ts'
import { ClaimsPage } from '#app/features/about/claims-page.tsx'
import { PageHead } from '#app/features/support/page-head.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/claims.ts'

export const loader = fromContent(({ careers, claimsPage, claims, shownClaims }) => ({
	words: claimsPage,
	claims: [...shownClaims(claims), ...careers.stats.items],
}))

export const meta = ({ loaderData: { words }, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: words.title, description: words.description, path: paths.claims })

export default function ClaimsRoute({ loaderData: { words, claims: shown } }: Route.ComponentProps) {
	return (
		<>
			<PageHead title={words.title} intro={words.intro} />
			<ClaimsPage words={words} claims={shown} />
		</>
	)
}
