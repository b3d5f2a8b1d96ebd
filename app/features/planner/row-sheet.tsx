import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { PlannerWords } from '#content/schema/planner.ts'
import { PLANNER_COLUMNS, type PlannerColumn, type PlannerRow } from '#domain/planner/planner-week.ts'

import { PlannerCell } from './planner-cell.tsx'

type RowSheetProps = {
	/** Row to edit; null if the sheet is closed, including when the row was removed in another tab. */
	row: PlannerRow | null
	number: number
	words: PlannerWords
	onWrite: (column: PlannerColumn, text: string) => void
	onClose: () => void
}

/** Edits one row on narrow screens. Saves on each keystroke, so closing never loses text. */
export function RowEditor({ row, number, words, onWrite, onClose }: RowSheetProps) {
	return (
		<Dialog
			title={`Row ${number}`}
			isOpen={row !== null}
			onClose={onClose}
			className="max-lg:mb-0 max-lg:w-full max-lg:max-w-full max-lg:border-x-0 max-lg:border-b-0"
		>
			{row && (
				<div className="grid gap-4">
					{PLANNER_COLUMNS.map((column) => (
						<div key={column} className="[&>:first-child]:mb-1">
							<PlannerCell
								id={`${row.id}-${column}`}
								label={words.columns[column]}
								number={number}
								text={row[column]}
								onWrite={(text) => onWrite(column, text)}
							/>
						</div>
					))}
					<Button onClick={onClose}>Back to the week</Button>
				</div>
			)}
		</Dialog>
	)
}
