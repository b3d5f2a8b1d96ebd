import { type ReactNode, useState } from 'react'
import { Form, Link, useSearchParams } from 'react-router'

import { FURTHER_PAGES } from '#app/admin/palette/places-to-go.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import type { listSettingsPages } from '#server/console/settings/subjects.ts'

type Group = ReturnType<typeof listSettingsPages>[number]

type SettingsPage = Group['pages'][number]

const has = (words: string, typed: readonly string[]) => typed.every((word) => words.toLowerCase().includes(word))

const isFound = ({ title, about, href }: SettingsPage, group: string, typed: readonly string[]) =>
	has([group, title, about, FURTHER_PAGES.find((page) => page.href === href)?.words].join(' '), typed)

/** Finds single settings on a page by their names and other words for them. */
const findOnPage = ({ href }: SettingsPage, typed: readonly string[]) =>
	FURTHER_PAGES.filter((each) => each.href.startsWith(`${href}#`) && has(`${each.label} ${each.words}`, typed))

/** Returns a search field, and the groups with the pages it finds. Without JavaScript, the list of settings shows what was found. */
export function useSettingsSearch<Found extends SettingsPage>(groups: readonly { group: Group['group']; pages: readonly Found[] }[]) {
	const [q, setQ] = useState(useSearchParams()[0].get('q') ?? '')
	const typed = q.toLowerCase().trim().split(/\s+/)
	const isSearch = q.trim() !== ''
	const found = groups
		.map((each) => ({
			...each,
			pages: each.pages
				.map((page) => ({ ...page, single: isSearch ? findOnPage(page, typed) : [] }))
				.filter((page) => (!page.isInNavigation || isSearch) && (page.single.length > 0 || isFound(page, each.group, typed))),
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
				className="grid content-start gap-3 text-(length:--text-sm) max-lg:hidden lg:sticky lg:top-4 lg:self-start lg:short:top-auto lg:short:bottom-4 lg:short:self-end"
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
