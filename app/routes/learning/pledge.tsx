import { PledgePage } from '#app/features/pledge/pledge-page.tsx'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { useEndedSession } from '#app/lib/ended-session.ts'
import { QueryProvider } from '#app/lib/query-provider.tsx'
import { useSession } from '#app/lib/stored-session.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/pledge.ts'

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Your pledge', description: 'The evenings that you picked for the course, and what you did.' })

const SIGN_IN = `${paths.login}?next=${encodeURIComponent(paths.pledge)}`

export default function PledgeRoute() {
	useProgressSync()
	const session = useSession()
	const ended = useEndedSession()
	const isKnown = useHydrated() && session.status !== 'unknown'
	const user = session.status === 'signed-in' ? session.user : ended
	return (
		<div className="page grid min-h-[60vh] content-start gap-10 pt-10 pb-20">
			<div className="grid gap-4">
				<h1>Your pledge</h1>
				<p className="max-w-read">Pick evenings for the course and a small goal for the week. You can change or end it at any time.</p>
			</div>
			{!isKnown && <p role="status">Loading your pledge…</p>}
			{isKnown && user && (
				<QueryProvider>
					<PledgePage key={user.id} userId={user.id} zone={Intl.DateTimeFormat().resolvedOptions().timeZone} />
				</QueryProvider>
			)}
			{isKnown && !user && (
				<div className="grid justify-items-start gap-4">
					<p className="max-w-read">Sign in to set your evenings.</p>
					<LinkButton to={SIGN_IN}>Sign In</LinkButton>
				</div>
			)}
			<noscript>
				<p>Turn on JavaScript to see your saved data on this page.</p>
			</noscript>
		</div>
	)
}
