import type { ReactNode } from 'react'

type Column<Row> = { head: string; cell: (row: Row) => ReactNode }
type DataTableProps<Row> = {
	caption: string
	columns: readonly Column<Row>[]
	rows: readonly Row[]
	rowKey: (row: Row) => string
	/** Shown in place of a table without rows. */
	empty: string
}

const FIGURE = /^(?:–|-?\p{Sc}?[\d.,]+(?: ?[A-Z]{3}|%)?)$/u
const isFigure = (cell: ReactNode) => typeof cell === 'number' || (typeof cell === 'string' && FIGURE.test(cell))

/** Counts have separated thousands, as amounts do. */
const formatCell = (cell: ReactNode) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)

/** A table; on a phone each row of more than two columns becomes a card with the column's name next to each value. Columns of figures align right. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty }: DataTableProps<Row>) {
	if (rows.length === 0) return <p className="empty">{empty}</p>
	const cells = rows.map((row) => columns.map(({ cell }) => cell(row)))
	const aligned = columns.map((_, column) =>
		cells.every((row) => isFigure(row[column])) && cells.some((row) => row[column] !== '–') ? 'number' : undefined,
	)
	return (
		<table className="table data-table" data-stacks={columns.length > 2 ? '' : undefined}>
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr>
					{columns.map(({ head }, column) => (
						<th key={head} scope="col" className={aligned[column]}>
							{head}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((row, line) => (
					<tr key={rowKey(row)}>
						{columns.map(({ head }, column) => (
							<td key={head} data-label={head} className={aligned[column]}>
								<div>{formatCell(cells[line]?.[column])}</div>
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	)
}
