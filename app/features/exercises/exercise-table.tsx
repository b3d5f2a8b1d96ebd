import { useId, useRef, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { fieldDescriptionIds } from '#app/ui/field.tsx'
import { labelWithUnit, lastFilledRow, MAX_EXERCISE_ROWS, rowsOf, type Slot } from '#domain/exercises/exercise-slots.ts'
import { isFigure, type ExerciseTable as Asked } from '#domain/exercises/exercise.ts'
import { MAX_FIELD_LENGTH } from '#domain/exercises/filled-exercise.ts'

import { findNumberError } from './exercise-field.tsx'
import type { ExerciseInputs } from './exercise-form.tsx'

/** On phones, each row looks like a separate form: the table header is hidden, and each cell shows its column name. */
const PART = 'block w-full min-w-0 text-left'
const CELL = `${PART} px-0 py-[.3rem] medium:table-cell medium:w-auto medium:border-b medium:border-line-strong medium:py-[.4rem] medium:pr-3 medium:align-top max-md:border-0`
const COLUMN_NAME = "before:block before:font-semibold before:content-[attr(data-label)_/_''] medium:before:content-none"

export function ExerciseTable({ title, table, answers }: { title: string; table: Asked; answers: ExerciseInputs }) {
	const [added, setAdded] = useState(0)
	const body = useRef<HTMLTableSectionElement>(null)
	const rows = rowsOf(table, Math.max(added, lastFilledRow(answers.values)))
	const isNamed = Array.isArray(table.rows)

	function add() {
		setAdded(rows.length + 1)
		// Focuses the new row's first cell after the next render, when it exists.
		requestAnimationFrame(() => body.current?.lastElementChild?.querySelector<HTMLElement>('.control')?.focus())
	}

	return (
		<div>
			{table.columns.map(
				({ id, label, hint }) =>
					hint && (
						<p key={id} className="text-soft">
							{label}: {hint}
						</p>
					),
			)}
			<table className={`${PART} medium:table medium:border-collapse`}>
				<caption className="sr-only">{title}</caption>
				<thead className="sr-only medium:not-sr-only medium:table-header-group">
					<tr className={`${PART} medium:table-row`}>
						<th scope="col" className={CELL}>
							{isNamed ? <span className="sr-only">Row</span> : 'Row'}
						</th>
						{table.columns.map((column) => (
							<th key={column.id} scope="col" className={CELL}>
								{labelWithUnit(column)}
							</th>
						))}
					</tr>
				</thead>
				<tbody ref={body} className={`${PART} medium:table-row-group`}>
					{rows.map(({ key, label }) => (
						<tr key={key} className={`${PART} border-b border-line-strong pt-3 pb-4 medium:table-row print:break-inside-avoid`}>
							<th scope="row" className={CELL}>
								{label ?? (
									<>
										<span className="medium:hidden">Row </span>
										{key}
									</>
								)}
							</th>
							{table.columns.map((column) => {
								const slot = answers.slots.get(`${column.id}.${key}`)
								return (
									<td key={column.id} className={`${CELL} ${COLUMN_NAME}`} data-label={labelWithUnit(column)}>
										{slot && <Cell slot={slot} value={answers.values.get(slot.id) ?? ''} onEnter={answers.onEnter} />}
									</td>
								)
							})}
						</tr>
					))}
				</tbody>
			</table>
			{!isNamed && rows.length < MAX_EXERCISE_ROWS && (
				<Button variant="quiet" className="screen-only" onClick={add}>
					Add a row<span className="sr-only"> to {title}</span>
				</Button>
			)}
		</div>
	)
}

/** Renders a table cell. Its label names row and column, so that it makes sense in a screen reader's list of fields. */
function Cell({ slot, value, onEnter }: { slot: Slot; value: string; onEnter: ExerciseInputs['onEnter'] }) {
	const { asked, label } = slot
	const id = useId()
	const [isTyping, setTyping] = useState(false)
	const error = findNumberError(asked.type, value, isTyping)
	const { errorId, aria } = fieldDescriptionIds(id, { error })
	const common = {
		...aria,
		id,
		'aria-label': label,
		className: 'control screen-only',
		value,
		onChange: (event: { target: { value: string } }) => onEnter(slot, event.target.value),
	}
	return (
		<>
			{asked.type === 'choice' ? (
				<select {...common}>
					<option value="">–</option>
					{asked.options.map((option) => (
						<option key={option}>{option}</option>
					))}
				</select>
			) : (
				<input
					{...common}
					{...(isFigure(asked.type) ? { inputMode: 'decimal', autoComplete: 'off' } : {})}
					maxLength={MAX_FIELD_LENGTH}
					onFocus={() => setTyping(true)}
					onBlur={() => setTyping(false)}
				/>
			)}
			{error && (
				<p id={errorId} className="font-semibold text-danger-ink">
					{error}
				</p>
			)}
			<span className="exercise-paper hidden min-h-[1.4rem] print:block">{value}</span>
		</>
	)
}
