import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { StateBadge } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { readSettings } from '#server/console/settings/read-settings.ts'

import { SERVICE_STATES } from './service-card.tsx'
import { useSettingsSearch } from './settings-layout.tsx'

export const loader = createLoader(readSettings)

export default function SettingsPage() {
	const { field, found } = useSettingsSearch(useLoaderData<typeof loader>().groups)
	return (
		<Page title="Settings">
			<p className="text-soft">
				Texts, prices and colors go public once you publish; email and payments work once the server has restarted.
			</p>
			<div className="max-w-96">{field}</div>
			{found.length === 0 && (
				<p role="status" className="empty">
					No results.
				</p>
			)}
			{found.map(({ group, pages }) => (
				<section key={group} className="grid gap-2" aria-label={group}>
					<h2>{group}</h2>
					<ul className="border-t border-line">
						{pages.map(({ href, title, about, value, hasDraft, service, single }) => (
							<li
								key={href}
								className="relative grid items-center gap-x-6 border-b border-line px-3 py-2.5 hover:bg-raised md:grid-cols-[11rem_minmax(0,1fr)_auto]"
							>
								<h3>
									<Link to={href} className="after:absolute after:inset-0">
										{title}
									</Link>
								</h3>
								<p className="text-soft">
									{about}
									{value !== null && <span className="block wrap-anywhere text-ink">{` ${value}`}</span>}
									{single.length > 0 && (
										<span className="block">
											{single.map((each) => (
												<Link key={each.href} to={each.href} className="link relative z-1 me-4 inline-block py-1">
													{each.label}
												</Link>
											))}
										</span>
									)}
								</p>
								<p className="flex flex-wrap gap-2 empty:hidden">
									{service && <StateBadge {...SERVICE_STATES[service]} />}
									{hasDraft && <StateBadge word="unpublished changes" tone="warn" />}
								</p>
							</li>
						))}
					</ul>
				</section>
			))}
		</Page>
	)
}
