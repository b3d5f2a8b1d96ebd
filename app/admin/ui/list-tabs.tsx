import { Link, useLocation } from 'react-router'

import type { ListView } from '#server/console/shell/lists.ts'

import { type FilterFormProps, NON_FILTER_PARAMS } from './filter-fields.tsx'
import { useScrollToCurrent } from './page.tsx'

const TAB =
	'inline-flex min-h-9 items-center max-md:min-h-10 rounded-sm px-3 whitespace-nowrap no-underline hover:bg-sunk aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-ground'

type ListTabsProps = { filter: FilterFormProps; view?: Pick<ListView, 'saved' | 'current'> }

/** Links above a list that set the filter with `tabs`, and then the list's saved views. */
export function ListTabs({ filter: { action, filters = [], taken }, view = { saved: [], current: null } }: ListTabsProps) {
	const params = new URLSearchParams(useLocation().search)
	const list = useScrollToCurrent()
	const filter = filters.find(({ tabs }) => tabs !== undefined)
	if (filter === undefined && view.saved.length === 0) return null
	const isUnfiltered = [...params].every(([name, value]) => value === '' || NON_FILTER_PARAMS.has(name))
	const linkTo = (value: string) => {
		// Leaving a saved view drops its filters, because it has more of them than the tabs show.
		const kept = view.current === null ? [...params].filter(([name]) => name === 'sort' || !NON_FILTER_PARAMS.has(name)) : []
		const query = new URLSearchParams(kept.filter(([name]) => name !== filter?.name))
		if (filter && value !== (filter.usual ?? '')) query.set(filter.name, value)
		return query.size > 0 ? `${action}?${query.toString()}` : action
	}
	const current = filter ? taken[filter.name] || filter.usual || '' : isUnfiltered ? '' : null
	const values = [
		...(filter?.usual === undefined ? [['', filter?.emptyLabel ?? 'All'] as const] : []),
		...(filter?.tabs ?? []).flatMap((value) => filter?.options?.filter(([each]) => each === value) ?? []),
	]
	const tabs = [
		...values.map(([value, label]) => ({ label, href: linkTo(value), isCurrent: view.current === null && current === value })),
		...view.saved.map(({ id, name, query, isShared, isOwn }) => {
			const saved = new URLSearchParams(query)
			saved.set('view', id)
			const label = isShared && !isOwn ? `${name} (shared)` : name
			return { label, href: `${action}?${saved.toString()}`, isCurrent: view.current === id }
		}),
	]
	return (
		<nav aria-label="Views">
			<ul ref={list} className="table-scroll flex gap-1 max-md:[scrollbar-width:none]">
				{tabs.map(({ label, href, isCurrent }) => (
					<li key={href}>
						<Link to={href} aria-current={isCurrent ? 'page' : undefined} className={TAB}>
							{label}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	)
}
