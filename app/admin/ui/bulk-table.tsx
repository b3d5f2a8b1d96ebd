import { type ChangeEvent, useSyncExternalStore } from 'react'
import { useFetchers } from 'react-router'

import { Checkbox } from '#app/ui/choice.tsx'
import { Select } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { ListView } from '#server/console/shell/lists.ts'

import { ActionForm, toFormId } from './action-form.tsx'
import { type Column, DataTable, type DataTableProps } from './data-table.tsx'
import { ShownForChoice } from './shown-for-choice.tsx'
import { TagField } from './tag-field.tsx'

/** Finds a form's checkboxes, including those outside the form element that refer to it by `form`. */
function findBoxes(id: string, named: string): HTMLInputElement[] {
	const form = document.getElementById(id)
	const controls = form instanceof HTMLFormElement ? [...form.elements] : []
	const inputs = controls.filter((each) => each instanceof HTMLInputElement)
	return inputs.filter(({ type, name }) => type === 'checkbox' && name.startsWith(named))
}

function subscribe(onChange: () => void) {
	document.addEventListener('change', onChange)
	return () => document.removeEventListener('change', onChange)
}

/** Number of checked boxes whose names start with `named`; null until hydration. */
const useTicked = (form: string, named: string): number | null =>
	useSyncExternalStore<number | null>(
		subscribe,
		() => findBoxes(form, named).filter(({ checked }) => checked).length,
		() => null,
	)

function tickAll(form: string, named: string, isTicked: boolean) {
	for (const box of findBoxes(form, named)) box.checked = isTicked
	document.dispatchEvent(new Event('change'))
}

/** Makes the whole cell clickable. */
const CELL = '-my-[.6rem] -mr-[.6rem] -ml-2.5 grid size-11 place-items-center'

/** Checkbox that selects all rows of the page. Needs JavaScript. */
function SelectPage({ form, rows }: { form: string; rows: number }) {
	const ticked = useTicked(form, 'row-')
	if (ticked === null) return 'Select'
	return (
		<label className={CELL}>
			<input
				ref={(box) => {
					if (box) box.indeterminate = ticked > 0 && ticked < rows
				}}
				type="checkbox"
				className="tick"
				aria-label="Select all on this page"
				checked={ticked === rows}
				onChange={({ target }) => tickAll(form, 'row-', target.checked)}
			/>
		</label>
	)
}

/** Scrolls the checkbox into view, because the bar that appears with the first selected row may cover it. */
const keepInView = ({ target }: ChangeEvent) => requestAnimationFrame(() => target.scrollIntoView({ block: 'nearest' }))

function Selected({ form }: { form: string }) {
	const ticked = useTicked(form, 'row-')
	const isAll = useTicked(form, 'all') === 1
	const isSent = useFetchers().some(({ formAction, state }) => state === 'submitting' && formAction === consolePaths.bulkJobs)
	if (ticked === null) return null
	const selected = isAll ? 'All that match are selected' : `${ticked.toLocaleString('en-US')} selected`
	return (
		<>
			<p role="status" className="font-semibold">
				{isSent
					? `Checking what will change.${isAll ? ' With a long list this takes a few seconds.' : ''} Nothing is changed yet.`
					: selected}
			</p>
			<button
				type="button"
				className="link"
				onClick={() => {
					tickAll(form, 'all', false)
					tickAll(form, 'row-', false)
				}}
			>
				Clear selection
			</button>
		</>
	)
}

type BulkFormProps = Pick<ListView, 'list' | 'bulk'> & {
	/** Label of the checkbox that selects more than this page's rows. */
	all?: string
}

function BulkForm({ list, bulk, all = 'Select all that match, on every page' }: BulkFormProps) {
	const takingTag = bulk.map(([name]) => name).filter((name) => name === 'add-tag' || name === 'remove-tag')
	return (
		<ActionForm action={consolePaths.bulkJobs} id={list} label="Preview" tone="secondary" hidden={{ list }} isInline>
			{({ typed, field, errors }) => (
				<>
					<Select
						{...field('action')}
						label="Bulk action"
						className="max-md:w-48 md:max-w-72"
						emptyLabel="Choose an action"
						options={bulk}
					/>
					{takingTag.length > 0 && (
						<ShownForChoice name="action" values={takingTag} hasFault={errors.tag !== undefined}>
							<TagField {...field('tag')} label="Tag" className="max-md:w-48" />
						</ShownForChoice>
					)}
					<Checkbox name="all" label={all} defaultChecked={typed.all !== undefined} />
				</>
			)}
		</ActionForm>
	)
}

type BulkTableProps<Row> = DataTableProps<Row> &
	BulkFormProps & {
		nameRow?: (row: Row) => string
	}

/** Table with selectable rows. The bar with the actions is shown while rows are selected. */
export function BulkTable<Row>({ list, bulk, all, nameRow, columns, rows, rowKey, ...table }: BulkTableProps<Row>) {
	const form = toFormId(consolePaths.bulkJobs, list)
	if (bulk.length === 0 || rows.length === 0) return <DataTable {...table} rows={rows} rowKey={rowKey} columns={columns} />
	const select: Column<Row> = {
		head: 'Select',
		title: <SelectPage form={form} rows={rows.length} />,
		card: 'select',
		cell: (row) => (
			<label className={CELL}>
				<input
					type="checkbox"
					className="tick scroll-mb-[calc(var(--bar)+11rem)]"
					name={`row-${rowKey(row)}`}
					form={form}
					aria-label={`Select ${nameRow?.(row) ?? rowKey(row)}`}
					onChange={keepInView}
				/>
			</label>
		),
	}
	return (
		<div className="bulk-table">
			<DataTable {...table} rows={rows} rowKey={rowKey} columns={[select, ...columns]} />
			<div className="bulk-bar">
				<Selected form={form} />
				<BulkForm list={list} bulk={bulk} {...(all !== undefined && { all })} />
			</div>
		</div>
	)
}
