import { use } from 'react'
import { Outlet } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { ServerPart } from '#app/ui/server-part.ts'

/**
 * Layout of pages with a private value in their URL, rendered only in the browser. Without JavaScript, it shows the content that
 * the server adds for this request.
 */
export default function InBrowser() {
	const { noScript } = use(ServerPart)
	if (useHydrated()) return <Outlet />
	return (
		<>
			<div id="loading" className="page min-h-[60vh] py-16" aria-busy="true">
				<p role="status">Loading…</p>
			</div>
			<noscript>
				<style>{`#loading{display:none}`}</style>
				{noScript ?? <p className="page py-16">This page needs JavaScript. Please turn it on for this site.</p>}
			</noscript>
		</>
	)
}
