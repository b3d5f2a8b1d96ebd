import { useState } from 'react'

import type { PlannerWords } from '#content/schema/planner.ts'
import { cleanCell, MAX_CELL_LENGTH, type PlannerColumn, type PlannerRow } from '#domain/planner/planner-week.ts'

export type CellProps = {
	row: PlannerRow
	column: PlannerColumn
	number: number
	words: PlannerWords
	onWrite: (column: PlannerColumn, text: string) => void
}

export function PlannerCell({ row, column, number, words, onWrite }: CellProps) {
	const id = `${row.id}-${column}`
	const label = words.columns[column]
	const [cutId, setCutId] = useState<string | null>(null)
	const wasCut = cutId === id
	return (
		<>
			<span className="block font-semibold wide:sr-only" aria-hidden="true">
				{label}
			</span>
			<textarea
				className="control block max-h-80 resize-y field-sizing-content in-data-[done=true]:text-soft in-data-[done=true]:line-through print:hidden"
				rows={1}
				value={row[column]}
				aria-label={`${label}, row ${number}`}
				aria-describedby={wasCut ? `${id}-cut` : undefined}
				onChange={(event) => {
					setCutId(cleanCell(event.target.value).wasCut ? id : null)
					onWrite(column, event.target.value)
				}}
			/>
			{wasCut && (
				<p id={`${id}-cut`} role="alert" className="screen-only font-semibold text-danger-ink">
					We cut this at {MAX_CELL_LENGTH.toLocaleString('en')} characters, the limit for a cell.
				</p>
			)}
		</>
	)
}
