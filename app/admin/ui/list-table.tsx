import { useLocation } from 'react-router'

import type { ListView } from '#server/console/shell/list-view.ts'

import { BulkTable } from './bulk-table.tsx'
import { type DataTableProps, nameOf } from './data-table.tsx'
import { ListMenus } from './list-menus.tsx'
import { Pager } from './pager.tsx'

type ListTableProps<Row> = DataTableProps<Row> & {
	/** Plural noun for the rows, such as "orders". */
	what: string
	view: ListView
	next: string | null
	words?: readonly [string, string] | undefined
	note?: string
	nameRow?: (row: Row) => string
}

/** Searches return at most this many rows, without saying whether there are more. */
const MAX_FOUND = 20

/** Says how many rows a list has if all of them are shown. */
function Count({ rows, what, next }: { rows: number; what: string; next: string | null }) {
	const asked = new URLSearchParams(useLocation().search)
	const isCut = next !== null || asked.has('before') || (rows >= MAX_FOUND && (asked.get('q') ?? '') !== '')
	return rows > 1 && !isCut && <p className="text-soft">{`${rows} ${what}`}</p>
}

export function ListTable<Row>({ view, next, words, what, note, columns, ...table }: ListTableProps<Row>) {
	const shown = columns.filter((column) => column.card === 'title' || !view.hidden.includes(nameOf(column)))
	return (
		<>
			<ListMenus columns={columns} view={view} what={what} note={note} />
			<BulkTable {...table} list={view.list} bulk={view.bulk} columns={shown} />
			<Count rows={table.rows.length} what={what} next={next} />
			<Pager next={next} words={words} />
		</>
	)
}
