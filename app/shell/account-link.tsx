import { Link } from 'react-router'

import { paths } from '#contracts/paths.ts'

/**
 * The links for visitors and for learners are both in the page; the document's `data-session` mark shows one set. The dashboard
 * signs out a learner who arrives by the last link (app/lib/use-sign-out.ts), so that no other page carries that code.
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
			<Link to={paths.dashboard} state="leave" data-alive="" className={`account-in ${className}`}>
				Sign Out
			</Link>
		</>
	)
}
