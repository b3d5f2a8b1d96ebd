import { AboutClosing, AboutSections, Purpose } from '#app/features/about/about-page.tsx'
import { ClaimList } from '#app/features/social-proof/claim-list.tsx'
import { PageHead } from '#app/features/support/page-head.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { content } from '#content/loaded.server.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/about.ts'

const { about, claimsById, disclaimers } = content

export const loader = () => ({
	words: about,
	claims: claimsById(about.stats.claimIds),
	notes: { sample: 'Sample figure, not yet measured.', income: disclaimers.incomeNote },
	sampleLabel: disclaimers.sampleLabel,
})

export const meta = ({ loaderData: { words } }: Route.MetaArgs) =>
	pageMeta({ title: words.page.title, description: words.page.description, path: paths.about, image: '/og/about.png' })

export default function AboutRoute({ loaderData: { words, claims, notes, sampleLabel } }: Route.ComponentProps) {
	return (
		<>
			<PageHead title={words.page.title} intro={words.page.intro} />
			<Purpose words={words} />
			<section aria-label={words.stats.title} className="page">
				<ClaimList claims={claims} notes={notes} />
			</section>
			<AboutSections words={words} sampleLabel={sampleLabel} />
			<AboutClosing words={words.closing} />
		</>
	)
}
