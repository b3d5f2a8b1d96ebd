import type { ComponentProps, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import { consolePaths } from '#contracts/console-paths.ts'
import { orderColumns } from '#domain/lists/order-columns.ts'
import type { ListView } from '#server/console/shell/lists.ts'

import { BulkTable } from './bulk-table.tsx'
import { type DataTableProps, isFixedColumn, columnName } from './data-table.tsx'
import { NON_FILTER_PARAMS } from './filter-fields.tsx'
import { FilterForm } from './filter-form.tsx'
import { formatCounted } from './format.tsx'
import { ListMenus } from './list-menus.tsx'
import { ListTabs } from './list-tabs.tsx'

/** Maximum number of earlier pages whose cursors stay in the URL. From the oldest of them, “Previous” leads to the first page. */
const MAX_PAGES = 40
/**
 * Maximum total length of these cursors. Servers refuse long URLs, and a cursor that contains a long name may have
 * hundreds of characters.
 */
const MAX_CURSORS = 6000
/** Maximum rows on a page. */
const MOST_ROWS = 100

/** A page after the first: the rows before it, and its cursor. */
type Place = { skipped: number; cursor: string }

const readPlaces = (params: URLSearchParams): Place[] =>
	params.getAll('pages').flatMap((text) => {
		const [, skipped, cursor] = /^(\d{1,9})~(.+)$/s.exec(text) ?? []
		return skipped === undefined || cursor === undefined ? [] : [{ skipped: Number(skipped), cursor }]
	})

/** Drops the oldest places that don't fit into the URL. */
function keepNewest(places: readonly Place[]): Place[] {
	let left = MAX_CURSORS
	const fits = ({ cursor }: Place) => (left -= encodeURIComponent(cursor).length) >= 0
	return places.slice(-MAX_PAGES).toReversed().filter(fits).toReversed()
}

type PagerProps = {
	rows: number
	/** Plural noun for the rows, such as "orders". */ what: string
	/** Cursor of the next page, from the server's `toPage`; null on the last page. */
	next: string | null
	/** Rows on all pages, if the server counted them. */ total?: number | null | undefined
	/** URL parameter of the cursor. */ name?: string
}

/** Numbers of the rows, and links to the previous and the next page, which keep the filters. The URL has the cursors of earlier pages. */
export function Pager({ rows, what, next, total = null, name = 'before' }: PagerProps) {
	const { pathname, search } = useLocation()
	const params = new URLSearchParams(search)
	const cursor = params.get(name)
	const places = readPlaces(params)
	const skipped = cursor === null ? 0 : places.at(-1)?.cursor === cursor ? (places.at(-1)?.skipped ?? null) : null
	const linkTo = (to: readonly Place[], of = to.at(-1)?.cursor) => {
		const query = new URLSearchParams(params)
		for (const each of ['notice', 'pages', name]) query.delete(each)
		if (of !== undefined) query.set(name, of)
		for (const place of keepNewest(to)) query.append('pages', `${place.skipped}~${place.cursor}`)
		return query.size > 0 ? `${pathname}?${query.toString()}` : pathname
	}
	const earlier = skipped === null ? [] : places.slice(0, -1)
	const isSecond = skipped !== null && skipped <= MOST_ROWS
	const following = next === null || skipped === null ? [] : [...(cursor === null ? [] : places), { skipped: skipped + rows, cursor: next }]
	return (
		<div className="flex flex-wrap items-center justify-between gap-3">
			<p className="text-soft">{describeRows({ rows, what, next, total }, skipped)}</p>
			{(cursor !== null || next !== null) && (
				<nav aria-label="Pages" className="ms-auto flex gap-3">
					{cursor !== null && (
						<Link to={linkTo(earlier)} className="btn btn-secondary">
							{earlier.length > 0 || isSecond ? 'Previous' : 'First page'}
						</Link>
					)}
					{next !== null && (
						<Link to={linkTo(following, next)} className="btn btn-secondary">
							Next
						</Link>
					)}
				</nav>
			)}
		</div>
	)
}

const format = (count: number) => count.toLocaleString('en-US')

/** @param skipped rows on earlier pages; null if unknown */
function describeRows({ rows, what, next, total = null }: PagerProps, skipped: number | null): string {
	if (skipped === null) return `${rows} ${what} on this page`
	if (next === null && skipped === 0) return rows < 2 ? '' : `${rows} ${what}`
	const last = format(skipped + rows)
	const shown = rows === 0 ? 'None' : rows === 1 ? last : `${format(skipped + 1)}–${last}`
	if (next === null) return `${shown} of ${last} ${what}`
	if (total === null) return shown
	return `${shown} of ${formatCounted(total)} ${what}`
}

type ListTableProps<Row> = DataTableProps<Row> & {
	/** Plural noun for the rows, such as "orders"; by default, the caption. */
	what?: string
	view: ListView
	/** Totals over all pages, shown above the table. */ summary?: ReactNode
	next: string | null
	total?: number | null
	note?: string
	nameRow?: (row: Row) => string
	filter?: ComponentProps<typeof FilterForm>
}

export function ListTable<Row>(props: ListTableProps<Row>) {
	const { view, next, total, what = props.caption.toLowerCase(), note, filter, summary, columns, ...table } = props
	const params = new URLSearchParams(useLocation().search)
	const isWhole = !params.has('before') && [...params].every(([name, value]) => value === '' || NON_FILTER_PARAMS.has(name))
	const isCut = table.sort === null && table.rows.length > 1 && (params.get('q') ?? '') !== ''
	const isEmpty = isWhole && table.rows.length === 0 && view.saved.length === 0
	const shown = orderColumns(columns, view.order, columnName).filter(
		(column) => isFixedColumn(column) || !view.hidden.includes(columnName(column)),
	)
	const menus = !isEmpty && <ListMenus columns={columns} view={view} what={what} note={note} sort={table.sort} />
	return (
		<div className="grid auto-cols-[minmax(0,1fr)] gap-3 side:gap-5">
			{filter ? <FilterForm {...filter}>{menus}</FilterForm> : <div className="flex flex-wrap gap-2">{menus}</div>}
			{!isEmpty && <ListTabs filter={filter ?? { action: `${consolePaths.root}/${view.list}`, label: what, taken: {} }} view={view} />}
			{isCut && (
				<p className="text-soft">{`${table.rows.length} matches, best match first. There may be more. Type more to see fewer, which you can sort.`}</p>
			)}
			{summary && <p className="text-soft max-md:-mb-1">{summary}</p>}
			<BulkTable {...table} isWhole={next === null && !params.has('before')} list={view.list} bulk={view.bulk} columns={shown} />
			{!isCut && <Pager rows={table.rows.length} what={what} next={next} total={total} />}
		</div>
	)
}
