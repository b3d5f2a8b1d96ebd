import type { ReactNode } from 'react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'

import type { readPageFrame } from '#server/console/shell/read-shared.ts'
import type { FormFailure } from '#server/console/shell/visit.ts'

type Shared = Awaited<ReturnType<typeof readPageFrame>> & { failure: FormFailure | null }

export function useConsole(): Shared {
	const shared = useRouteLoaderData<Shared>('root')
	if (!shared) throw new Error('the console has no data of its root')
	return shared as Shared
}

function PagesAbove() {
	const { above } = useConsole()
	if (above.length === 0) return null
	return (
		<nav aria-label="Breadcrumb">
			<ol className="console-crumbs">
				{above.map(({ label, href }) => (
					<li key={href}>
						<Link to={href}>{label}</Link>
					</li>
				))}
			</ol>
		</nav>
	)
}

export function Page({ title, children }: { title: string; children: ReactNode }) {
	const { siteName } = useConsole()
	return (
		<>
			<title>{`${title} · ${siteName} console`}</title>
			<PagesAbove />
			<h1>{title}</h1>
			{children}
		</>
	)
}

type Tab = {
	label: string
	href: string
	/** Set for tabs that differ only in their query; by default, the path decides. */ isCurrent?: boolean
}

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
