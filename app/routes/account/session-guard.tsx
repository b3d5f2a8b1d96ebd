import { Outlet } from 'react-router'

import { WatchSession } from '#app/features/sign-in/watch-session.tsx'
import { WatchSecondFactor } from '#app/second-factor/watch-second-factor.tsx'

/**
 * Layout of pages where a learner works or writes. If the session ends, the sign-in dialog opens over the page; if the second
 * factor is required, so does its dialog.
 */
export default function WatchedPages() {
	return (
		<>
			<Outlet />
			<WatchSession />
			<WatchSecondFactor />
		</>
	)
}
