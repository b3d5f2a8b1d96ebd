import { useState } from 'react'

import { cleanCell, MAX_CELL_LENGTH } from '#domain/planner/planner-week.ts'

export type CellProps = { id: string; label: string; number: number; text: string; onWrite: (text: string) => void }

export function PlannerCell({ id, label, number, text, onWrite }: CellProps) {
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
				value={text}
				aria-label={`${label}, row ${number}`}
				aria-describedby={wasCut ? `${id}-cut` : undefined}
				onChange={(event) => {
					setCutId(cleanCell(event.target.value).wasCut ? id : null)
					onWrite(event.target.value)
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
