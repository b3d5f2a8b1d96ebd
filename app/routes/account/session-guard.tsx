import { Outlet } from 'react-router'

import { WatchSession } from '#app/features/sign-in/watch-session.tsx'
import { WatchSecondFactor } from '#app/second-factor/watch-second-factor.tsx'

/**
 * Guards the pages where a learner works or writes: after a session ends on its own, the learner signs in again in place, and a session
 * without the second factor is asked for it when needed.
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
