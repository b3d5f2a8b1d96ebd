import { useSearchParams } from 'react-router'

import { useOwnership } from '#app/features/checkout/use-ownership.ts'
import { AuthenticationRequired, readTab, SettingsPage } from '#app/features/settings/settings-page.tsx'
import { useEndedSession } from '#app/lib/ended-session.ts'
import { QueryProvider } from '#app/lib/query-provider.tsx'
import { useSession, useUserId } from '#app/lib/stored-session.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { Spinner } from '#app/ui/spinner.tsx'

import type { Route } from './+types/settings.ts'

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Settings', description: 'Your profile, messages and security.' })

export default function SettingsRoute() {
	const session = useSession()
	const [search] = useSearchParams()
	useOwnership(useUserId())
	// After the session has ended, the page stays below the dialog of `WatchSession`, with its unsaved input.
	const ended = useEndedSession()
	if (!useHydrated() || session.status === 'unknown')
		return (
			<div className="page min-h-[60vh] pt-10" aria-busy="true">
				<h1>Settings</h1>
				<p role="status" className="mt-4 flex items-center gap-3">
					<Spinner /> Loading your settings…
				</p>
				<noscript>
					<p>Your settings need JavaScript. Please turn it on for this site.</p>
				</noscript>
			</div>
		)
	const user = session.status === 'signed-in' ? session.user : ended
	if (!user) return <AuthenticationRequired tab={readTab(search.get('tab'))} />
	return (
		<QueryProvider>
			<SettingsPage key={user.id} user={user} />
		</QueryProvider>
	)
}
