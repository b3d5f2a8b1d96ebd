import { useEffect, useState } from 'react'
import { Link } from 'react-router'

import { Checkbox } from '#app/ui/choice.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { ListView } from '#server/console/shell/list-view.ts'

import { ActionForm, toFormId } from './action-form.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { type Column, DataTable, type DataTableProps, nameOf } from './data-table.tsx'
import { ExportForm } from './export-form.tsx'
import { Pager } from './pager.tsx'

const SIZES = [25, 50, 100]

type ListTableProps<Row> = DataTableProps<Row> & {
	/** Plural noun for the rows, such as "orders". */
	what: string
	view: ListView
	next: string | null
	/** Labels of the page links. */
	words?: readonly [string, string] | undefined
	/** Note about the CSV. */
	note?: string
	/** Accessible name of a row, for its checkbox. */
	nameRow?: (row: Row) => string
}

const ColumnsForm = <Row,>({ columns, view }: { columns: readonly Column<Row>[]; view: ListView }) => (
	<ActionForm
		action={consolePaths.listColumns}
		label="Apply"
		tone="secondary"
		hidden={{ list: view.list, columns: columns.map(nameOf).join(',') }}
		note="Kept for you, on every device."
	>
		{() => (
			<>
				<fieldset>
					<legend className="font-semibold">Columns</legend>
					<div className="flex flex-wrap gap-x-6">
						{columns.map((column) => (
							<Checkbox
								key={nameOf(column)}
								name={`show-${nameOf(column)}`}
								label={column.head}
								defaultChecked={!view.hidden.includes(nameOf(column))}
							/>
						))}
					</div>
				</fieldset>
				<Select name="rows" label="Rows on a page" defaultValue={String(view.pageRows)}>
					{SIZES.map((size) => (
						<option key={size}>{size}</option>
					))}
				</Select>
			</>
		)}
	</ActionForm>
)

const SaveForm = ({ view }: { view: ListView }) => (
	<ActionForm
		action={consolePaths.listViews}
		label="Save view"
		tone="secondary"
		hidden={{ list: view.list }}
		note="Keeps the filters, the sort and the columns that are shown now. A view of yours with the same name is replaced."
	>
		{({ typed, errors }) => (
			<>
				<TextField name="name" label="Name of the view" maxLength={60} required defaultValue={typed.name ?? ''} error={errors.name} />
				<Checkbox name="shared" label="Share it with everyone in the console" />
			</>
		)}
	</ActionForm>
)

function SavedViews({ view }: { view: ListView }) {
	if (view.saved.length === 0) return null
	const path = `${consolePaths.root}/${view.list}`
	const linkTo = (query: string, id: string) => {
		const asked = new URLSearchParams(query)
		asked.set('view', id)
		return `${path}?${asked.toString()}`
	}
	return (
		<nav aria-label="Saved views">
			<ul className="console-tabs">
				<li>
					<Link to={path} aria-current={view.current === null ? 'page' : undefined}>
						Everything
					</Link>
				</li>
				{view.saved.map(({ id, name, query, isShared, isOwn }) => (
					<li key={id}>
						<Link to={linkTo(query, id)} aria-current={view.current === id ? 'page' : undefined}>
							{isShared && !isOwn ? `${name} (shared)` : name}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	)
}

function Options<Row>({ columns, view, what, note }: Pick<ListTableProps<Row>, 'columns' | 'view' | 'what' | 'note'>) {
	const own = view.saved.find(({ id, isOwn }) => id === view.current && isOwn)
	return (
		<div className="list-options">
			<Disclosure summary="Columns, views and CSV">
				<div>
					<ColumnsForm columns={columns.filter(({ card }) => card !== 'title')} view={view} />
					<SaveForm view={view} />
					{own && (
						<ConfirmForm
							action={`${consolePaths.listViews}/${own.id}/delete`}
							label={`Delete the view “${own.name}”`}
							consequences={[
								[
									own.isShared ? 'Everyone loses' : 'You lose',
									'These filters, the sort and the columns under this name. The rows stay as they are.',
								],
							]}
							hasReason={false}
							isGuarded={false}
							isFinal
						/>
					)}
					<ExportForm list={`${consolePaths.root}/${view.list}`} what={what} {...(note !== undefined && { note })} />
				</div>
			</Disclosure>
		</div>
	)
}

/** Checkbox that selects every row on the page. Needs JavaScript. */
function SelectPage({ form }: { form: string }) {
	const [isReady, setIsReady] = useState(false)
	useEffect(() => setIsReady(true), [])
	if (!isReady) return 'Select'
	const boxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[form="${form}"][name^="row-"]`)]
	return (
		<input
			type="checkbox"
			className="tick"
			aria-label="Select all rows on this page"
			onChange={({ target }) => boxes().forEach((box) => (box.checked = target.checked))}
		/>
	)
}

type BulkFormProps = Pick<ListView, 'list' | 'bulk'> & {
	/** Label of the checkbox that selects more than this page's rows. */
	all?: string
}

const BulkForm = ({ list, bulk, all = 'All rows that match the filter, on every page' }: BulkFormProps) => (
	<ActionForm action={consolePaths.bulkJobs} id={list} label="Preview" tone="secondary" hidden={{ list }}>
		{({ typed, errors }) => (
			<div className="filter">
				<Select name="action" label="With the selected rows" defaultValue={typed.action ?? ''} error={errors.action}>
					<option value="">Choose an action</option>
					{bulk.map(([value, words]) => (
						<option key={value} value={value}>
							{words}
						</option>
					))}
				</Select>
				<Checkbox name="all" label={all} defaultChecked={typed.all !== undefined} />
			</div>
		)}
	</ActionForm>
)

type BulkTableProps<Row> = DataTableProps<Row> & BulkFormProps & Pick<ListTableProps<Row>, 'nameRow'>

/** A table whose rows can be selected for a bulk action. */
export function BulkTable<Row>({ list, bulk, all, nameRow, columns, rows, rowKey, ...table }: BulkTableProps<Row>) {
	const form = toFormId(consolePaths.bulkJobs, list)
	const hasBulk = bulk.length > 0 && rows.length > 0
	const select: Column<Row> = {
		head: 'Select',
		title: <SelectPage form={form} />,
		card: 'select',
		cell: (row) => (
			<label className="row-select">
				<input
					type="checkbox"
					className="tick"
					name={`row-${rowKey(row)}`}
					form={form}
					aria-label={`Select ${nameRow?.(row) ?? rowKey(row)}`}
				/>
			</label>
		),
	}
	return (
		<>
			<DataTable {...table} rows={rows} rowKey={rowKey} columns={hasBulk ? [select, ...columns] : columns} />
			{hasBulk && <BulkForm list={list} bulk={bulk} {...(all !== undefined && { all })} />}
		</>
	)
}

/** List with a column picker, saved views, bulk actions, pagination and CSV export. */
export function ListTable<Row>({ view, next, words, what, note, columns, ...table }: ListTableProps<Row>) {
	const shown = columns.filter((column) => column.card === 'title' || !view.hidden.includes(nameOf(column)))
	return (
		<>
			<SavedViews view={view} />
			<Options columns={columns} view={view} what={what} {...(note !== undefined && { note })} />
			<BulkTable {...table} list={view.list} bulk={view.bulk} columns={shown} />
			<Pager next={next} words={words} />
		</>
	)
}
