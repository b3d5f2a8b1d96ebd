import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

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

/** Pages that belong together. */
export const PageTabs = ({ label, tabs }: { label: string; tabs: readonly { label: string; href: string }[] }) => (
	<nav aria-label={label}>
		<ul className="console-tabs">
			{tabs.map(({ label: words, href }) => (
				<li key={href}>
					<NavLink to={href} end>
						{words}
					</NavLink>
				</li>
			))}
		</ul>
	</nav>
)
