import { type ReactNode, useState } from 'react'
import { Form, Link, useSearchParams } from 'react-router'

import { FURTHER_PAGES } from '#app/admin/palette/places-to-go.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import type { listSettingsPages } from '#server/console/settings/subjects.ts'

type Group = ReturnType<typeof listSettingsPages>[number]

const wordsOf = ({ title, about, href }: Group['pages'][number], group: string) =>
	[group, title, about, FURTHER_PAGES.find((page) => page.href === href)?.words].join(' ').toLowerCase()

/** Returns a search field, and the groups with the pages it finds. Without JavaScript, the list of settings shows what was found. */
export function useSettingsSearch<Found extends Group>(groups: readonly Found[]) {
	const [q, setQ] = useState(useSearchParams()[0].get('q') ?? '')
	const typed = q.toLowerCase().split(/\s+/)
	const found = groups
		.map((each) => ({
			...each,
			pages: each.pages.filter(
				(page) => (!page.isInNavigation || q.trim() !== '') && typed.every((word) => wordsOf(page, each.group).includes(word)),
			),
		}))
		.filter(({ pages }) => pages.length > 0)
	const field = (
		<Form action={consolePaths.settings} role="search" aria-label="Settings">
			<input
				type="search"
				name="q"
				className="control"
				aria-label="Search settings"
				placeholder="Search settings"
				autoComplete="off"
				defaultValue={q}
				onChange={(event) => setQ(event.target.value)}
			/>
		</Form>
	)
	return { field, found }
}

const LINK =
	'flex min-h-8 items-center rounded-sm px-2 py-1 no-underline hover:bg-sunk aria-[current]:bg-sunk aria-[current]:font-semibold wrap-anywhere'

/** A settings page, next to the list of all of them on wide screens. On narrow ones, the breadcrumb leads to that list. */
export function SettingsLayout({ current, pages, children }: { current: string; pages: readonly Group[]; children: ReactNode }) {
	const { field, found } = useSettingsSearch(pages)
	if (pages.some(({ pages: own }) => own.some(({ id, isInNavigation }) => id === current && isInNavigation))) return children
	return (
		<div className="settings grid grid-cols-1 gap-x-8 lg:grid-cols-[10.5rem_minmax(0,1fr)]">
			<nav
				aria-label="Settings"
				className="grid max-h-[calc(100dvh-2rem)] content-start gap-3 overflow-y-auto text-(length:--text-sm) max-lg:hidden lg:sticky lg:top-4 lg:self-start"
			>
				{field}
				{found.map(({ group, pages: own }) => (
					<div key={group}>
						<p className="px-2 text-[.8125rem] text-soft">{group}</p>
						<ul aria-label={group}>
							{own.map(({ id, title, href }) => (
								<li key={id}>
									<Link to={href} className={LINK} aria-current={id === current ? 'page' : undefined}>
										{title}
									</Link>
								</li>
							))}
						</ul>
					</div>
				))}
				{found.length === 0 && (
					<p role="status" className="px-2 text-soft">
						No results.
					</p>
				)}
			</nav>
			<div className="grid min-w-0 grid-cols-1 content-start gap-5">{children}</div>
		</div>
	)
}
