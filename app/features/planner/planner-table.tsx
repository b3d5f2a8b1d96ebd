import { useEffect, useRef, useState } from 'react'

import { useNarrow } from '#app/lib/use-narrow.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { PlannerWords } from '#content/schema/planner.ts'
import { MAX_ROWS, PLANNER_COLUMNS, visibleRows, type PlannerColumn, type PlannerRow } from '#domain/planner/planner-week.ts'

import { PlannerCell } from './planner-cell.tsx'
import { RowEditor } from './row-sheet.tsx'
import type { Planner } from './use-planner.ts'

type Removed = { row: PlannerRow; number: number; week: string | null }

export function PlannerTable({ planner, words }: { planner: Planner; words: PlannerWords }) {
	const { plan, change, newRowId, week } = planner
	const rows = visibleRows(plan)
	const { labels, columns } = words
	const [removed, setRemoved] = useState<Removed | null>(null)
	const [edited, setEdited] = useState<string | null>(null)
	const isNarrow = useNarrow()
	const keyOf = useRowKeys(planner)
	const undo = useRef<HTMLButtonElement>(null)
	const shown = removed?.week === week ? removed : null
	const isFull = rows.length >= MAX_ROWS
	useEffect(() => {
		if (removed) undo.current?.focus()
	}, [removed])

	return (
		<>
			<table className="planner-table">
				<caption className="sr-only">{labels.table}</caption>
				<thead>
					<tr>
						<th scope="col">{labels.done}</th>
						{PLANNER_COLUMNS.map((column) => (
							<th key={column} scope="col">
								{columns[column]}
							</th>
						))}
						<th scope="col" className="screen-only">
							<span className="sr-only">Remove</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{rows.map((row, index) => (
						<Row
							key={keyOf(row.id)}
							row={row}
							number={index + 1}
							words={words}
							isNarrow={isNarrow}
							onEdit={() => setEdited(row.id)}
							onTick={(completed) => change({ type: 'tick', id: row.id, completed })}
							onWrite={(column, text) => change({ type: 'write', id: row.id, column, text })}
							onRemove={() => {
								change({ type: 'remove', id: row.id })
								setRemoved({ row, number: index + 1, week })
							}}
						/>
					))}
				</tbody>
			</table>
			{isNarrow && (
				<RowEditor
					row={rows.find(({ id }) => id === edited) ?? null}
					number={rows.findIndex(({ id }) => id === edited) + 1}
					words={words}
					onWrite={(column, text) => edited !== null && change({ type: 'write', id: edited, column, text })}
					onClose={() => setEdited(null)}
				/>
			)}
			<div className="screen-only flex flex-wrap items-center gap-x-6 gap-y-3">
				<Button variant="secondary" disabled={isFull} onClick={() => change({ type: 'add', id: newRowId() })}>
					{labels.addRow}
				</Button>
				{isFull && <p>A week can have at most {MAX_ROWS} rows.</p>}
				<div role="status" className="flex flex-wrap items-center gap-x-3">
					{shown && (
						<>
							<p>Row {shown.number} removed.</p>
							<button
								ref={undo}
								type="button"
								className="btn btn-quiet"
								onClick={() => {
									change({ type: 'restore', row: shown.row, id: newRowId() })
									setRemoved(null)
								}}
							>
								{labels.undo}
							</button>
						</>
					)}
				</div>
			</div>
		</>
	)
}

/** The stored week reuses the elements of the server-rendered one, so that someone already typing keeps focus and caret. */
function useRowKeys({ plan, week }: Planner): (id: string) => string {
	const placesOf = () => new Map(visibleRows(plan).map(({ id }, index) => [id, `row ${index + 1}`]))
	const [taken, setTaken] = useState(() => ({ week, places: placesOf() }))
	if (taken.week !== week) setTaken({ week, places: placesOf() })
	return (id) => taken.places.get(id) ?? id
}

type RowProps = {
	row: PlannerRow
	number: number
	words: PlannerWords
	onTick: (completed: boolean) => void
	onWrite: (column: PlannerColumn, text: string) => void
	onRemove: () => void
	/** True on narrow screens, where a row is one line and its cells are edited in a sheet. */
	isNarrow: boolean
	onEdit: () => void
}

function Row({ row, number, words, onTick, onWrite, onRemove, isNarrow, onEdit }: RowProps) {
	const summary = PLANNER_COLUMNS.map((column) => row[column].trim()).find(Boolean)
	return (
		<tr data-done={row.completed}>
			<td className="planner-tick">
				<label>
					<input
						type="checkbox"
						className="tick"
						aria-label={`${words.labels.done}, row ${number}`}
						checked={row.completed}
						onChange={(event) => onTick(event.target.checked)}
					/>
					<span className="planner-row-name" aria-hidden="true">
						Row {number}
					</span>
				</label>
				<button type="button" className="planner-line screen-only" aria-haspopup="dialog" onClick={onEdit}>
					<span className="sr-only">Edit row {number}: </span>
					{summary ? <span className="planner-summary">{summary}</span> : <span className="text-soft">Row {number}, empty</span>}
				</button>
				<span className="planner-box" aria-hidden="true" />
			</td>
			{PLANNER_COLUMNS.map((column) => (
				<td key={column}>
					{!isNarrow && (
						<PlannerCell
							id={`${row.id}-${column}`}
							label={words.columns[column]}
							number={number}
							text={row[column]}
							onWrite={(text) => onWrite(column, text)}
						/>
					)}
					<span className="planner-written" aria-hidden="true">
						{row[column]}
					</span>
				</td>
			))}
			<td className="planner-remove screen-only">
				<button type="button" className="icon-btn" aria-label={`Remove row ${number}`} onClick={onRemove}>
					<Icon name="close" />
				</button>
			</td>
		</tr>
	)
}
