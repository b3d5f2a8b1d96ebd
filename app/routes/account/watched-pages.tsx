import { Outlet } from 'react-router'

import { WatchSession } from '#app/features/sign-in/watch-session.tsx'

/** Around the pages where a learner works or writes: a session that ends on its own is begun again in place. */
export default function WatchedPages() {
	return (
		<>
			<Outlet />
			<WatchSession />
		</>
	)
}
