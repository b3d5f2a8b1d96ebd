import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { PlannerWords } from '#content/schema/planner.ts'
import { MAX_WEEK_ROWS, PLANNER_COLUMNS, visibleRows, type PlannerColumn, type PlannerRow } from '#domain/planner/planner-week.ts'

import { PlannerCell } from './planner-cell.tsx'
import type { Planner } from './use-planner.ts'

/** Media query with the breakpoint of the style sheets. Print never counts as narrow. */
const NARROW = 'screen and (width < 64rem)'

function watchWidth(onChange: () => void) {
	const query = window.matchMedia(NARROW)
	query.addEventListener('change', onChange)
	return () => query.removeEventListener('change', onChange)
}

/** True on narrow screens; false until hydration, when only the style sheets decide. */
const useNarrow = (): boolean =>
	useSyncExternalStore(
		watchWidth,
		() => window.matchMedia(NARROW).matches,
		() => false,
	)

type RowSheetProps = {
	/** Row to edit; null if the sheet is closed, including when the row was removed in another tab. */
	row: PlannerRow | null
	number: number
	words: PlannerWords
	onWrite: (column: PlannerColumn, text: string) => void
	onClose: () => void
}

/** Edits one row on narrow screens. Saves on each keystroke, so closing never loses text. */
function RowEditor({ row, number, words, onWrite, onClose }: RowSheetProps) {
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
							<PlannerCell row={row} column={column} number={number} words={words} onWrite={onWrite} />
						</div>
					))}
					<Button onClick={onClose}>Back to the Week</Button>
				</div>
			)}
		</Dialog>
	)
}

const TABLE =
	'mb-6 block w-full text-left folded:border-t-2 folded:border-ink wide:table wide:table-fixed wide:border-collapse print:mt-3 print:mb-4 print:text-[10pt]'
const ROW =
	'relative block w-full border-b-2 border-ink pt-2 pb-5 folded:flex folded:items-center folded:border-b folded:border-line-strong folded:p-0 wide:table-row wide:border-0 print:break-inside-avoid'
const CELL = 'py-[.4rem] wide:table-cell wide:w-auto wide:border-b wide:border-line-strong wide:py-2 wide:pl-0 wide:align-top'
const HEAD = 'wide:border-b wide:border-line-strong wide:py-2 wide:pr-3 wide:align-top'
const WIDTHS: Partial<Record<PlannerColumn, string>> = { whatImDoing: 'w-[26%]', timeNeeded: 'w-[13%]' }
/** Checkbox with a large tap area. Its square is the same size as other check marks. */
const TICK =
	'tick grid size-11 appearance-none place-items-center before:[grid-area:1/1] before:size-6 before:rounded-sm before:border-2 before:border-soft before:bg-raised checked:before:border-accent checked:before:bg-accent print:hidden'
const TICK_MARK =
	'checked:after:[grid-area:1/1] checked:after:-mt-[.2rem] checked:after:h-[.85rem] checked:after:w-[.45rem] checked:after:rotate-40 checked:after:border-r-3 checked:after:border-b-3 checked:after:border-on-accent'
const PRINTED_BOX = 'planner-box mx-2 my-[.2rem] hidden size-[.9rem] border-[1.5px] border-ink print:block'
const PRINTED_MARK =
	'after:mx-auto after:-mt-[.12rem] after:block after:h-[.65rem] after:w-[.35rem] after:rotate-40 after:border-r-2 after:border-b-2 after:border-ink'

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
	const isFull = rows.length >= MAX_WEEK_ROWS
	useEffect(() => {
		if (removed) undo.current?.focus()
	}, [removed])

	return (
		<>
			<table className={TABLE}>
				<caption className="sr-only">{labels.table}</caption>
				<thead className="sr-only wide:not-sr-only wide:table-header-group">
					<tr className="whitespace-normal">
						<th scope="col" className={`${HEAD} w-16`}>
							{labels.done}
						</th>
						{PLANNER_COLUMNS.map((column) => (
							<th key={column} scope="col" className={`${HEAD} ${WIDTHS[column] ?? ''}`}>
								{columns[column]}
							</th>
						))}
						<th scope="col" className={`${HEAD} screen-only w-13`}>
							<span className="sr-only">Remove</span>
						</th>
					</tr>
				</thead>
				<tbody className="block w-full wide:table-row-group">
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
				{isFull && <p>A week can have at most {MAX_WEEK_ROWS} rows.</p>}
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

/**
 * Reuses the server-rendered rows' elements for the stored week, so that someone who is already typing keeps focus and cursor position.
 */
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
	/** True on narrow screens, where a row takes one line and is edited in a sheet. */
	isNarrow: boolean
	onEdit: () => void
}

function Row({ row, number, words, onTick, onWrite, onRemove, isNarrow, onEdit }: RowProps) {
	const summary = PLANNER_COLUMNS.map((column) => row[column].trim()).find(Boolean)
	return (
		<tr data-done={row.completed} className={ROW}>
			<td
				className={`${CELL} block w-full wide:pr-3 folded:flex folded:w-auto folded:min-w-0 folded:flex-1 folded:px-0 folded:py-[.15rem]`}
			>
				<label className="inline-flex min-h-11 items-center gap-3 pr-4 font-semibold folded:w-11 folded:flex-none folded:p-0 wide:min-h-12 wide:w-11 wide:justify-center wide:p-0 print:hidden">
					<input
						type="checkbox"
						className={`${TICK} ${TICK_MARK}`}
						aria-label={`${words.labels.done}, row ${number}`}
						checked={row.completed}
						onChange={(event) => onTick(event.target.checked)}
					/>
					<span className="folded:hidden wide:sr-only" aria-hidden="true">
						Row {number}
					</span>
				</label>
				<button
					type="button"
					className="hidden min-h-11 min-w-0 flex-1 pr-2 text-left folded:block"
					aria-haspopup="dialog"
					onClick={onEdit}
				>
					<span className="sr-only">Edit row {number}: </span>
					{summary ? (
						<span className="line-clamp-1 font-semibold wrap-anywhere in-data-[done=true]:text-soft in-data-[done=true]:line-through">
							{summary}
						</span>
					) : (
						<span className="text-soft">Row {number}, empty</span>
					)}
				</button>
				<span className={row.completed ? `${PRINTED_BOX} ${PRINTED_MARK}` : PRINTED_BOX} aria-hidden="true" />
			</td>
			{PLANNER_COLUMNS.map((column) => (
				<td key={column} className={`${CELL} block w-full wide:pr-3 folded:hidden`}>
					{!isNarrow && <PlannerCell row={row} column={column} number={number} words={words} onWrite={onWrite} />}
					<span className="hidden min-h-[1.6rem] whitespace-pre-wrap print:block" aria-hidden="true">
						{row[column]}
					</span>
				</td>
			))}
			<td
				className={`${CELL} screen-only absolute top-2 right-0 block folded:static folded:flex folded:px-0 folded:py-[.15rem] wide:static wide:pr-0`}
			>
				<button type="button" className="icon-btn" aria-label={`Remove row ${number}`} onClick={onRemove}>
					<Icon name="close" />
				</button>
			</td>
		</tr>
	)
}
