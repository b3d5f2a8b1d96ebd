import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

import { fromContent } from '#app/content.server.ts'
import { IncomeSelector } from '#app/features/selector/income-selector.tsx'
import { readSharedLink } from '#app/features/selector/shared-notice.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import folds from '#app/styles/folds.css?url'
import sheet from '#app/styles/selector.css?url'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/income-selector.ts'
import { useAccountSelection } from './use-account-selection.ts'

export const loader = fromContent(({ disclaimers, selector }) => ({ selector, incomeNote: disclaimers.incomeNote }))

export const links = () => [sheet, folds].map((href) => ({ rel: 'stylesheet', href }))

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, {
		title: loaderData.selector.title,
		description: loaderData.selector.description,
		path: paths.incomeSelector,
		image: '/og/income-selector.png',
	})

export default function IncomeSelectorRoute({ loaderData }: Route.ComponentProps) {
	const isHydrated = useHydrated()
	const keepInAccount = useAccountSelection()
	const [query, setQuery] = useSearchParams()
	const leaveShared = useCallback(() => setQuery({}, { preventScrollReset: true }), [setQuery])
	return (
		<IncomeSelector
			selector={loaderData.selector}
			incomeNote={loaderData.incomeNote}
			shared={readSharedLink(isHydrated ? query.get('answers') : null)}
			sharePath={paths.sharedSelection}
			onLeaveShared={leaveShared}
			onChange={keepInAccount}
		/>
	)
}
