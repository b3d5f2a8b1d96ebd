import { Link } from 'react-router'

import { paths } from '#contracts/paths.ts'

/**
 * What visitors and what learners need are both in the page; the document's `data-session` mark shows one of them. The
 * dashboard signs out who arrives by the last link (app/lib/use-sign-out.ts), so that no other page carries what it takes.
 */
export function AccountLink({ className }: { className: string }) {
	return (
		<>
			<Link to={paths.login} className={`account-out ${className}`}>
				Sign in
			</Link>
			<Link to={paths.dashboard} className={`account-in ${className}`}>
				Dashboard
			</Link>
			<Link to={paths.dashboard} state="leave" className={`account-in ${className}`}>
				Sign Out
			</Link>
		</>
	)
}
