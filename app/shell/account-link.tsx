import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router'

import { onSessionChange, readSession, readSessionWhilePrerendering } from '#app/lib/stored-session.ts'
import { paths } from '#contracts/paths.ts'

/** Both links are in the page; the document's `data-session` mark, set before first paint and kept up to date here, shows one. */
export function AccountLink({ className }: { className: string }) {
	const session = useSyncExternalStore(onSessionChange, readSession, readSessionWhilePrerendering)
	useEffect(() => {
		if (session.status === 'unknown') return
		document.documentElement.toggleAttribute('data-session', session.status === 'signed-in')
	}, [session.status])
	return (
		<>
			<Link to={paths.login} className={`account-out ${className}`}>
				Sign in
			</Link>
			<Link to={paths.dashboard} className={`account-in ${className}`}>
				Dashboard
			</Link>
		</>
	)
}
