import { type Expression, sql } from 'kysely'

import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import { orderColumns } from '#domain/lists/order-columns.ts'
import type { Db } from '#server/db/database.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type ConsoleAction, recordAction } from './console-request.ts'
import { type ListRequest, type ListView, readListView, type Sort } from './lists.ts'
import { type Action, type ConsoleRoute, guardedAction } from './route.ts'

const BATCH = 1000

/** `of` names the table column it belongs to, if the heading differs. */
export type CsvColumns<Row> = readonly (readonly [head: string, cell: (row: Row) => string | number, of?: string])[]

const nameOf = (head: string) => head.replaceAll(' ', '-')

/** The columns of the table, in its order. */
const arrange = <Row>(columns: CsvColumns<Row>, { hidden, order }: Pick<ListView, 'hidden' | 'order'>): CsvColumns<Row> => {
	const ofTable = ([head, , of = nameOf(head)]: CsvColumns<Row>[number]) => of
	return orderColumns(columns, order, ofTable).filter((column) => !hidden.includes(ofTable(column)))
}

export type ListSource<Row> = {
	/** null for search results: they are few, so `read` returns all of them. */
	sort: Sort | null
	read: (source: ListRequest) => Promise<Row[]>
	/** Reads only the IDs, for a list whose other columns take long to read. */
	readIds?: (source: ListRequest) => Promise<{ id: string }[]>
	/** Filters for the activity log, without typed text, which may name a person. */
	filters: Readonly<Record<string, string | number | boolean>>
}

type ListFile<Row> = {
	kind: ConsoleAction['object']['kind']
	columns: CsvColumns<Row>
	openSource: (ctx: ServiceContext, params: URLSearchParams) => ListSource<Row> | Promise<ListSource<Row>>
}

export const formatTime = (time: Date | null): string => time?.toISOString() ?? ''

/** Reads the IDs of a query's rows, without computing its other columns. */
export const idsOf = (db: Db, listed: Expression<{ id: string }>): Promise<{ id: string }[]> =>
	sql<{ id: string }>`select id from (${listed}) as listed`.execute(db).then(({ rows }) => rows)

/** Reads all rows of a list, a thousand at a time. */
export async function* readListInBatches<Row extends { id: string }>({
	sort,
	read,
}: ListSource<Row & { place?: string }>): AsyncGenerator<Row[]> {
	let after: ListRequest['after'] = null
	do {
		const rows: (Row & { place?: string })[] = await read({ sort: sort as Sort, after, limit: BATCH })
		yield rows
		const last = rows.length === BATCH ? rows.at(-1) : undefined
		after = sort !== null && last?.place !== undefined ? { value: last.place, id: last.id } : null
	} while (after !== null)
}

/** Yields a list as CSV, a batch at a time, so memory use doesn't depend on the length. */
export async function* writeListCsv<Row extends { id: string }>(columns: CsvColumns<Row>, source: ListSource<Row>): AsyncGenerator<string> {
	yield CSV_START + csvLine(columns.map(([head]) => head))
	const toLine = (row: Row) => csvLine(columns.map(([, cell]) => cell(row)))
	for await (const rows of readListInBatches(source)) yield rows.map(toLine).join('')
}

/** Sends all pages of a list as CSV, with the page's filters, sort order and columns. */
export const respondWithCsv =
	<Row extends { id: string }>(list: string, { kind, columns, openSource }: ListFile<Row>): Action =>
	async (request, fields) => {
		const { c, ctx, by, outside } = request
		const name = list.slice(list.lastIndexOf('/') + 1)
		const params = new URLSearchParams(fields)
		const source = await openSource(outside, params)
		const url = new URL(`${list}?${params.toString()}`, ctx.config.siteUrl)
		const view = await readListView({ ctx, by, url }, name)
		const { sort, filters } = source
		const after = { ...filters, sort: sort?.name ?? 'as found' }
		await recordAction(request, ctx.db, { action: `${name.replaceAll('-', '_')}_exported`, object: { kind, id: 'all' }, after })
		return sendFile(c, {
			name: `${name}-${ctx.now().toISOString().slice(0, 10)}.csv`,
			content: writeListCsv(arrange(columns, view), source),
		})
	}

/** Creates the route that exports a list. Operators only, because a list contains many people's addresses. */
export const exportList = <Row extends { id: string }>(
	list: string,
	file: ListFile<Row>,
): ConsoleRoute & Pick<ListFile<Row>, 'openSource'> => ({
	...guardedAction(`${list}.csv`, respondWithCsv(list, file)),
	openSource: file.openSource,
})
