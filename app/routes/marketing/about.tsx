import { fromContent } from '#app/content.server.ts'
import { AboutClosing, AboutSections, MissionAndVision } from '#app/features/about/about-page.tsx'
import { ClaimList } from '#app/features/social-proof/claim-list.tsx'
import { PageHead } from '#app/features/support/page-head.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/about.ts'

export const loader = fromContent(({ about, claimsById, disclaimers }) => ({
	words: about,
	claims: claimsById(about.stats.claimIds),
	notes: { sample: 'Sample figure, not yet measured.', income: disclaimers.incomeNote },
	sampleLabel: disclaimers.sampleLabel,
}))

export const meta = ({ loaderData: { words }, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: words.page.title, description: words.page.description, path: paths.about, image: '/og/about.png' })

export default function AboutRoute({ loaderData: { words, claims, notes, sampleLabel } }: Route.ComponentProps) {
	return (
		<>
			<PageHead title={words.page.title} intro={words.page.intro} />
			<MissionAndVision words={words} />
			<section aria-label={words.stats.title} className="page">
				<ClaimList claims={claims} notes={notes} />
			</section>
			<AboutSections words={words} sampleLabel={sampleLabel} />
			<AboutClosing words={words.closing} />
		</>
	)
}
