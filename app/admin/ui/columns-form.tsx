import { useState } from 'react'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Checkbox } from '#app/ui/choice.tsx'
import { Select } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { moveColumn, orderColumns } from '#domain/lists/order-columns.ts'
import type { ListView } from '#server/console/shell/lists.ts'

import { ActionForm } from './action-form.tsx'
import { type Column, isFixedColumn, columnName } from './data-table.tsx'

const SIZES = [25, 50, 100]

const MOVES = [
	['up', -1, '↑'],
	['down', 1, '↓'],
] as const

/** Columns with their checkboxes, in their order. Without JavaScript, the arrows submit the form. */
function Columns<Row>({ columns, view }: { columns: readonly Column<Row>[]; view: ListView }) {
	const hasScript = useHydrated()
	const [order, setOrder] = useState(() => orderColumns(columns, view.order, columnName).map(columnName))
	const [said, setSaid] = useState('')
	return (
		<fieldset>
			<legend className="font-semibold max-md:sr-only">Columns</legend>
			<input type="hidden" name="order" value={order.join()} />
			<ul>
				{orderColumns(columns, order, columnName).map((column, place) => (
					<li key={columnName(column)} className="flex items-center">
						<div className="min-w-0 flex-1">
							{isFixedColumn(column) ? (
								<p className="py-2 ps-9 text-soft">{`${column.head}, always shown`}</p>
							) : (
								<Checkbox
									name={`show-${columnName(column)}`}
									label={column.head}
									defaultChecked={!view.hidden.includes(columnName(column))}
								/>
							)}
						</div>
						{MOVES.map(([way, by, arrow]) => (
							<button
								key={way}
								type="submit"
								name={way}
								value={columnName(column)}
								aria-label={`Move ${way}: ${column.head}`}
								title={`Move ${way}`}
								// Disabled buttons would lose the focus.
								aria-disabled={by === -1 ? place === 0 : place === order.length - 1}
								className="grid size-9 flex-none place-items-center rounded-sm hover:bg-sunk aria-disabled:text-transparent pointer-coarse:size-11"
								onClick={(event) => {
									if (!hasScript) return
									event.preventDefault()
									setOrder((names) => moveColumn(names, columnName(column), by))
									const to = Math.min(Math.max(place + by, 0), order.length - 1)
									setSaid(`${column.head} is column ${to + 1} of ${order.length}.`)
								}}
							>
								<span aria-hidden="true">{arrow}</span>
							</button>
						))}
					</li>
				))}
			</ul>
			<p role="status" className="sr-only">
				{said}
			</p>
		</fieldset>
	)
}

/** Form for the columns of a list, their order, and the rows per page. */
export const ColumnsForm = <Row,>({ columns, view }: { columns: readonly Column<Row>[]; view: ListView }) => (
	<ActionForm
		action={consolePaths.listColumns}
		label="Apply"
		tone="primary"
		hidden={{
			list: view.list,
			columns: columns
				.filter((column) => !isFixedColumn(column))
				.map(columnName)
				.join(),
		}}
		note="Saved for you on all devices."
	>
		{() => (
			<>
				{/* Enter presses a form's first button, so this one applies. */}
				<button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
				<Columns columns={columns} view={view} />
				<Select name="rows" label="Rows per page" defaultValue={String(view.pageRows)}>
					{SIZES.map((size) => (
						<option key={size}>{size}</option>
					))}
				</Select>
			</>
		)}
	</ActionForm>
)
