import { Outlet } from 'react-router'

import { useHydrated } from '#app/features/progress/use-hydrated.ts'

/** Pages whose address names something private: the server sends the same HTML for all of them, and the browser fills it. */
export default function InBrowser() {
	if (useHydrated()) return <Outlet />
	return (
		<div className="page min-h-[60vh] py-16" aria-busy="true">
			<p role="status">Loading…</p>
		</div>
	)
}
