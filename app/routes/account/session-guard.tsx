import { Outlet } from 'react-router'

import { WatchSession } from '#app/features/sign-in/watch-session.tsx'
import { WatchSecondFactor } from '#app/second-factor/watch-second-factor.tsx'

/** Layout of pages on which an ended session opens the sign-in dialog. The page below keeps its input. */
export default function SessionGuard() {
	return (
		<>
			<Outlet />
			<WatchSession />
			<WatchSecondFactor />
		</>
	)
}
