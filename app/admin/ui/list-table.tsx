import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'

import type { ListView } from '#server/console/shell/lists.ts'

import { BulkTable } from './bulk-table.tsx'
import { type DataTableProps, isFixed, nameOf } from './data-table.tsx'
import { FilterForm, NON_FILTER_PARAMS } from './filter-form.tsx'
import { ListMenus, Views } from './list-menus.tsx'

type PagerProps = {
	/** Cursor of the next page, from the server's `toPage`; null on the last page. */
	next: string | null
	name?: string
	/** Labels of the page links, for lists with special sort orders. */
	words?: readonly [first: string, next: string] | undefined
}

/** Links to the first and the next page, which keep the filters. Renders nothing if there is only one page. */
export function Pager({ next, name = 'before', words }: PagerProps) {
	const { pathname, search } = useLocation()
	const params = new URLSearchParams(search)
	const [first, more] = words ?? (params.has('sort') ? ['First page', 'Next page'] : ['Newest', 'Older'])
	const isFirst = !params.has(name)
	if (isFirst && next === null) return null
	const linkTo = (cursor: string | null) => {
		const query = new URLSearchParams(params)
		query.delete('notice')
		query.delete(name)
		if (cursor !== null) query.set(name, cursor)
		return query.size > 0 ? `${pathname}?${query.toString()}` : pathname
	}
	return (
		<nav aria-label="Pages" className="flex gap-6">
			{!isFirst && <Link to={linkTo(null)}>{first}</Link>}
			{next !== null && <Link to={linkTo(next)}>{more}</Link>}
		</nav>
	)
}

type ListTableProps<Row> = DataTableProps<Row> & {
	/** Plural noun for the rows, such as "orders"; by default, the caption. */
	what?: string
	view: ListView
	/** Views that everyone has, by name and query. */ views?: Readonly<Record<string, string>>
	next: string | null
	words?: readonly [string, string] | undefined
	note?: string
	nameRow?: (row: Row) => string
	filter?: ComponentProps<typeof FilterForm>
}

/** Says how many rows are shown, and if a search may have left some out, why they can't be sorted. */
function Count({ rows, what, next, sort }: { rows: number; what: string } & Pick<ListTableProps<never>, 'next' | 'sort'>) {
	const params = new URLSearchParams(useLocation().search)
	const isCut = sort === null && (params.get('q') ?? '') !== ''
	const isPage = next !== null || params.has('before')
	const text = isCut
		? `The first ${rows} matches. Type more to see fewer, which you can sort.`
		: `${rows} ${what}${isPage ? ' on this page' : ''}`
	return rows > 1 && <p className="text-soft">{text}</p>
}

export function ListTable<Row>(props: ListTableProps<Row>) {
	const { view, views, next, words, what = props.caption.toLowerCase(), note, filter, columns, ...table } = props
	const params = new URLSearchParams(useLocation().search)
	const isWhole = !params.has('before') && [...params].every(([name, value]) => value === '' || NON_FILTER_PARAMS.has(name))
	const isEmpty = isWhole && table.rows.length === 0 && view.saved.length === 0
	const shown = columns.filter((column) => isFixed(column) || !view.hidden.includes(nameOf(column)))
	const menus = !isEmpty && <ListMenus columns={columns} view={view} what={what} note={note} sort={table.sort} />
	return (
		<div className="grid auto-cols-[minmax(0,1fr)] gap-3 side:gap-5">
			{filter ? <FilterForm {...filter}>{menus}</FilterForm> : menus}
			{!isEmpty && <Views view={view} views={views} />}
			<BulkTable {...table} list={view.list} bulk={view.bulk} columns={shown} />
			<Count rows={table.rows.length} what={what} next={next} sort={table.sort} />
			<Pager next={next} words={words} />
		</div>
	)
}
