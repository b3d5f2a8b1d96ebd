import { fromContent } from '#app/content.server.ts'
import { ClaimList } from '#app/features/social-proof/claim-list.tsx'
import { CareersPage } from '#app/features/support/careers-page.tsx'
import { PageHead } from '#app/features/support/page-head.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/careers.ts'

export { action } from '#app/form-action.server.ts'

export const loader = fromContent(({ careers, disclaimers }) => {
	const { steps: _, ...words } = careers
	return { words, incomeNote: disclaimers.incomeNote, sampleLabel: disclaimers.sampleLabel }
})

export const meta = ({ loaderData: { words }, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: words.page.title, description: words.page.description, path: paths.careers, image: '/og/careers.png' })

export default function CareersRoute({ loaderData: { words, incomeNote, sampleLabel } }: Route.ComponentProps) {
	return (
		<>
			<PageHead title={words.page.title} intro={words.page.intro} />
			<section aria-label={words.stats.title} className="page pt-8">
				<ClaimList claims={words.stats.items} notes={{ sample: 'Sample figure, not yet measured.', income: incomeNote }} />
			</section>
			<CareersPage words={words} sampleLabel={sampleLabel} />
		</>
	)
}
