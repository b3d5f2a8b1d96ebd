import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import { PAGE_PARAMS } from '#contracts/console-paths.ts'

import { RowName, useExpectRow } from './expected.tsx'
import { ShortTimes } from './format.tsx'
import { ActionMenu, MENU_ITEM_CLASSES } from './menu.tsx'

export type Column<Row> = {
	head: string
	/** Column heading, if it isn't just the text in `head`. */
	title?: ReactNode
	/** Key of the column, if its heading can change; by default, derived from the heading. */
	name?: string
	cell: (row: Row) => ReactNode
	/** Text below the value, such as its change. */
	note?: ((row: Row) => string | undefined) | undefined
	/** Sort order on the first click: `-created` means newest first. */
	sort?: string
	/** Position in the compact card that a row becomes on phones. If no column sets it, each column gets a line. */
	card?: 'title' | 'end' | 'plain' | 'state' | 'none' | 'select'
	/** True for a column that can't be hidden; by default, the title. */
	isFixed?: boolean
}
export type DataTableProps<Row> = {
	caption: string
	columns: readonly Column<Row>[]
	rows: readonly Row[]
	rowKey: (row: Row) => string
	/** Shown instead of a table without rows. */
	empty?: ReactNode
	/** Current sort; if absent, no column can be sorted. */
	sort?: string | null | undefined
	/** True if there are no rows on other pages. */
	isWhole?: boolean
	/** True for a few short columns, which stay a table on phones. */
	isNarrow?: boolean
}

/** Returns a column's name, used by the column picker and the CSV. */
export const columnName = ({ name, head }: Pick<Column<never>, 'name' | 'head'>): string => name ?? head.toLowerCase().replaceAll(' ', '-')

export const isFixedColumn = ({ card, isFixed: is = card === 'title' }: Pick<Column<never>, 'card' | 'isFixed'>): boolean => is

const FIGURE = /^(?:–|-?\p{Sc}?[\d.,]+(?: ?[A-Z]{3}|%)?)$/u
const isFigure = (cell: ReactNode) => typeof cell === 'number' || (typeof cell === 'string' && FIGURE.test(cell))

const EMPTY: ReadonlySet<ReactNode> = new Set(['', '–'])

const formatCell = (cell: ReactNode) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)

const Note = ({ text }: { text: string | undefined }) => (text === undefined ? null : <span className="block text-soft">{` ${text}`}</span>)

const keyOf = (sort: string) => sort.replace(/^-/, '')
const turn = (sort: string) => (sort.startsWith('-') ? keyOf(sort) : `-${sort}`)

const directionOf = (column: string | undefined, shown: string | null) => {
	if (column === undefined || shown === null || keyOf(column) !== keyOf(shown)) return undefined
	return shown.startsWith('-') ? 'descending' : 'ascending'
}

/** Arrows after the heading, without a text for screen readers: they read `aria-sort`. */
const ARROWS = {
	ascending: String.raw`after:content-['\00a0↑'_/_'']`,
	descending: String.raw`after:content-['\00a0↓'_/_'']`,
	none: String.raw`after:text-soft after:content-['\00a0↕'_/_'']`,
} as const

/** Link that sorts by a column. It keeps the filters and returns to the first page. */
function SortLink({ head, first, shown, className = '' }: { head: string; first: string; shown: string; className?: string }) {
	const { pathname, search } = useLocation()
	const query = new URLSearchParams(search)
	for (const name of [...PAGE_PARAMS, 'notice']) query.delete(name)
	query.set('sort', keyOf(first) === keyOf(shown) ? turn(shown) : first)
	return (
		<Link to={`${pathname}?${query.toString()}`} className={`hover:underline ${className} ${ARROWS[directionOf(first, shown) ?? 'none']}`}>
			{head}
		</Link>
	)
}

type SortMenuProps = { columns: readonly Pick<Column<never>, 'head' | 'sort'>[]; shown: string | null | undefined }

/** Menu that sorts a list on phones, where it has no headings. */
export function SortMenu({ columns, shown }: SortMenuProps) {
	const sorts = columns.flatMap(({ head, sort }) => (sort === undefined ? [] : [{ head, sort }]))
	if (typeof shown !== 'string' || sorts.length === 0) return null
	return (
		<div className="flex-1 md:hidden">
			<ActionMenu summary="Sort">
				{sorts.map(({ head, sort }) => (
					<SortLink key={head} head={head} first={sort} shown={shown} className={`${MENU_ITEM_CLASSES} gap-1`} />
				))}
			</ActionMenu>
		</div>
	)
}

/** Hidden field that keeps the sort order when the filters change. */
export function KeptSort() {
	const sort = new URLSearchParams(useLocation().search).get('sort')
	return sort === null ? null : <input type="hidden" name="sort" value={sort} />
}

const stack = (columns: readonly Column<never>[]) => {
	if (columns.some(({ card }) => card !== undefined)) return 'compact'
	return columns.length > 2 ? '' : undefined
}

/** Table of a list. On phones, rows with more than two columns become cards. */
export function DataTable<Row>({
	caption,
	columns,
	rows,
	rowKey,
	empty,
	sort: shown = null,
	isWhole = false,
	isNarrow = false,
}: DataTableProps<Row>) {
	const expectRow = useExpectRow()
	if (rows.length === 0) return <p className="empty">{empty}</p>
	const nameRow = (row: Row) => `${caption} ${rowKey(row)}`
	const expected = rows.map((row) => expectRow(nameRow(row), row))
	const cells = rows.map((row, line) => columns.map(({ cell }) => cell(expected[line] ?? row)))
	const aligned = columns.map((_, column) =>
		cells.every((row) => isFigure(row[column])) && cells.some((row) => row[column] !== '–') ? 'number' : undefined,
	)
	// Lists hide a column that is empty on this page, unless sorting by it could show rows from other pages that have a value.
	const classes = columns.map(({ sort }, column) =>
		shown !== null && (sort === undefined || isWhole) && cells.every((row) => row[column] === '–' || row[column] === '')
			? 'md:hidden'
			: aligned[column],
	)
	const table = (
		<table
			className={`table data-table ${isNarrow ? 'text-(length:--text-sm) [&_:is(td,th)]:px-1.5 [&_:is(td,th)]:whitespace-nowrap' : ''}`}
			data-stacks={isNarrow ? undefined : stack(columns)}
		>
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr>
					{columns.map(({ head, title = head, sort }, column) => (
						<th key={head} scope="col" className={classes[column]} aria-sort={directionOf(sort, shown)}>
							{sort === undefined || shown === null ? title : <SortLink head={head} first={sort} shown={shown} />}
						</th>
					))}
				</tr>
			</thead>
			<ShortTimes value>
				<tbody>
					{rows.map((row, line) => (
						<RowName key={rowKey(row)} value={nameRow(row)}>
							<tr hidden={expected[line] === null}>
								{columns.map(({ head, card, note }, column) => (
									<td
										key={head}
										data-label={head}
										data-card={card}
										data-is-empty={EMPTY.has(cells[line]?.[column]) ? '' : undefined}
										className={classes[column]}
									>
										<div>
											{formatCell(cells[line]?.[column])}
											{note && <Note text={note(expected[line] ?? row)} />}
										</div>
									</td>
								))}
							</tr>
						</RowName>
					))}
				</tbody>
			</ShortTimes>
		</table>
	)
	// On wide windows, all columns fit and the heading is sticky, which doesn't work inside a scroll container.
	return <div className="table-scroll max-md:overflow-visible min-[75rem]:overflow-visible min-[75rem]:bg-none">{table}</div>
}
