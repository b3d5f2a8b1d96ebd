import { ClaimsPage } from '#app/features/about/claims-page.tsx'
import { PageHead } from '#app/features/support/page-head.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { content } from '#content/loaded.server.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/claims.ts'

const { careers, claimsPage, claims, shownClaims } = content

export const loader = () => ({ words: claimsPage, claims: [...shownClaims(claims), ...careers.stats.items] })

export const meta = ({ loaderData: { words } }: Route.MetaArgs) =>
	pageMeta({ title: words.title, description: words.description, path: paths.claims })

export default function ClaimsRoute({ loaderData: { words, claims: shown } }: Route.ComponentProps) {
	return (
		<>
			<PageHead title={words.title} intro={words.intro} />
			<ClaimsPage words={words} claims={shown} />
		</>
	)
}
