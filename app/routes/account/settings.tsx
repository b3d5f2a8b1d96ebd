import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { useHydrated } from '#app/features/progress/use-hydrated.ts'
import { useSession } from '#app/features/session/use-session.ts'
import { AuthenticationRequired, SettingsPage } from '#app/features/settings/settings-page.tsx'
import { readTab } from '#app/features/settings/settings-tab.ts'
import { SessionEnded } from '#app/features/sign-in/session-ended.tsx'
import { hasLeft } from '#app/lib/auth-calls.ts'
import { QueryProvider } from '#app/lib/query-provider.tsx'
import type { SignedInUser } from '#app/lib/stored-session.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { paths } from '#contracts/paths.ts'

export const meta = () =>
	pageMeta({ title: 'Settings', description: 'Your profile, messages and security.', path: paths.settings, noIndex: true })

export default function SettingsRoute() {
	const session = useSession()
	const [search] = useSearchParams()
	const [known, setKnown] = useState<SignedInUser | null>(null)
	if (session.status === 'signed-in' && session.user !== known) setKnown(session.user)
	if (!useHydrated() || session.status === 'unknown')
		return (
			<div className="page min-h-[60vh] pt-10" aria-busy="true">
				<h1>Settings</h1>
				<p role="status" className="mt-4 flex items-center gap-3">
					<Spinner /> Loading your settings…
				</p>
				<noscript>
					<p>Settings belong to your account, which this page reads with JavaScript. Please switch it on for this site.</p>
				</noscript>
			</div>
		)
	if (!known || (session.status === 'signed-out' && hasLeft(known.id))) return <AuthenticationRequired tab={readTab(search.get('tab'))} />
	return (
		<QueryProvider>
			<SettingsPage key={known.id} user={known} />
			<SessionEnded key={`${known.id}-ended`} email={known.email} isOpen={session.status === 'signed-out'} onLeave={() => setKnown(null)} />
		</QueryProvider>
	)
}
