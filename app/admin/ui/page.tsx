import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'

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

type Tab = { label: string; href: string; /** Where the query decides, not the path alone. */ isCurrent?: boolean }

/** Pages that belong together. */
export const PageTabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
	<nav aria-label={label}>
		<ul className="console-tabs">
			{tabs.map(({ label: words, href, isCurrent }) => (
				<li key={href}>
					{isCurrent === undefined ? (
						<NavLink to={href} end>
							{words}
						</NavLink>
					) : (
						<Link to={href} aria-current={isCurrent ? 'page' : undefined}>
							{words}
						</Link>
					)}
				</li>
			))}
		</ul>
	</nav>
)
