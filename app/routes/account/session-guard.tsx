import { Outlet } from 'react-router'

import { WatchSession } from '#app/features/sign-in/watch-session.tsx'
import { WatchSecondFactor } from '#app/second-factor/watch-second-factor.tsx'

/** If the session ends, the sign-in dialog opens over the page, which keeps its input. */
export default function WatchedPages() {
	return (
		<>
			<Outlet />
			<WatchSession />
			<WatchSecondFactor />
		</>
	)
}
