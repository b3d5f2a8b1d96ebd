import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import { useConsole } from './use-console.ts'

/** Title and heading of a page. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
	const { siteName } = useConsole()
	return (
		<>
			<title>{`${title} · ${siteName} console`}</title>
			<h1>{title}</h1>
			{children}
		</>
	)
}

type Tab = { label: string; href: string; /** Where tabs differ by their query alone. */ isCurrent?: boolean }

/** Pages that belong together. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
	const { pathname } = useLocation()
	return (
		<nav aria-label={label}>
			<ul className="console-tabs">
				{tabs.map(({ label: words, href, isCurrent = pathname === href }) => (
					<li key={href}>
						<Link to={href} aria-current={isCurrent ? 'page' : undefined}>
							{words}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	)
}
