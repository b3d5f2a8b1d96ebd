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

export function ListTable<Row>({ view, next, words, what, note, columns, ...table }: ListTableProps<Row>) {
	const shown = columns.filter((column) => column.card === 'title' || !view.hidden.includes(nameOf(column)))
	return (
		<>
			<ListMenus columns={columns} view={view} what={what} note={note} />
			<BulkTable {...table} list={view.list} bulk={view.bulk} columns={shown} />
			<Pager next={next} words={words} />
		</>
	)
}
