import { fromContent } from '#app/content.server.ts'
import { KEPT_PAGES } from '#app/lib/kept-names.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { InlineScript } from '#app/ui/raw-html.tsx'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/offline.ts'

/** Served for any URL without a copy, so it must not hydrate: the router would expect another page. */
export const handle = { static: true }

export const loader = fromContent(({ course }) => ({
	modules: course.modules.map(({ id, title }) => ({ href: paths.courseModule(id), title })),
}))

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'You’re offline', description: 'The modules saved on this device.' })

/** Inline script that lists the modules saved on this device. The list stays hidden if there are none. */
const SCRIPT = `caches.open(${JSON.stringify(KEPT_PAGES)}).then(c=>c.keys()).then(k=>{const p=k.map(r=>new URL(r.url).pathname);for(const a of document.querySelectorAll("#kept a"))if(p.includes(a.pathname))document.getElementById("kept").hidden=a.parentElement.hidden=false})`

export default function OfflineRoute({ loaderData: { modules } }: Route.ComponentProps) {
	return (
		<div className="page grid min-h-[60vh] content-center gap-6 py-16">
			<h1>You’re offline</h1>
			<div id="kept" hidden className="grid gap-6">
				<p>These still work:</p>
				<ul className="grid gap-3">
					{modules.map(({ href, title }) => (
						<li key={href} hidden>
							<a href={href} className="link">
								{title}
							</a>
						</li>
					))}
				</ul>
			</div>
			<InlineScript code={SCRIPT} />
		</div>
	)
}
