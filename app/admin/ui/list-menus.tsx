import type { SubmitEvent } from 'react'
import { useLocation } from 'react-router'

import { Checkbox } from '#app/ui/choice.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths, PAGE_PARAMS } from '#contracts/console-paths.ts'
import type { ListView } from '#server/console/shell/lists.ts'

import { ActionForm, toFormId } from './action-form.tsx'
import { ColumnsForm } from './columns-form.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { type DataTableProps, SortMenu } from './data-table.tsx'
import { MENU_BACKDROP_CLASSES, Menu, SUMMARY, useClosing } from './menu.tsx'
import { useConsole } from './page.tsx'

type ExportFormProps = {
	list: string
	/** Plural noun for the rows, such as "orders". */ what: string
	note?: string
}

/** Closes the menu of a form once the browser has submitted it, and clears the code, which works only once. */
const closeMenu = ({ currentTarget, target }: SubmitEvent<HTMLElement>) =>
	setTimeout(() => {
		if (target instanceof HTMLFormElement) target.reset()
		for (const menu of ['details', '.list-more']) currentTarget.closest(menu)?.removeAttribute('open')
	})

/** Downloads all pages of a list as CSV, with the current filters and sort order. Operators only. */
export function ExportForm({ list, what, note = `All ${what} in this list, with the columns, filters and order shown.` }: ExportFormProps) {
	const { role } = useConsole()
	const { search } = useLocation()
	if (role !== 'operator') return null
	const hidden = new URLSearchParams(search)
	for (const name of [...PAGE_PARAMS, 'notice']) hidden.delete(name)
	return (
		<div onSubmit={closeMenu}>
			<ActionForm
				action={`${list}.csv`}
				label="Download CSV"
				// If a parameter is repeated, its first value counts, as in the list.
				hidden={Object.fromEntries([...hidden].toReversed())}
				isGuarded
				reloads
				note={`${note} The download is recorded in the activity log.`}
				tone="secondary"
			/>
		</div>
	)
}

const SaveForm = ({ view }: { view: ListView }) => (
	<ActionForm
		action={consolePaths.listViews}
		label="Save view"
		tone="secondary"
		hidden={{ list: view.list }}
		note="Saves the current filters, sort order and columns. Replaces your view with the same name."
	>
		{({ field }) => (
			<>
				<TextField {...field('name')} label="View name" maxLength={60} required />
				<Checkbox name="shared" label="Share it with everyone in the console" />
			</>
		)}
	</ActionForm>
)

type ListMenusProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'sort'> & { view: ListView; what: string; note?: string | undefined }

/** Menus of a list. On phones, those used less are in “More”. */
export function ListMenus<Row>({ columns, view, what, note, sort }: ListMenusProps<Row>) {
	const { role, failure } = useConsole()
	const exported = `${consolePaths.root}/${view.list}`
	// The browser submits the form itself, so a refusal is in a new document.
	const isExportRefused = failure?.form === toFormId(`${exported}.csv`)
	const own = view.saved.find(({ id, isOwn }) => id === view.current && isOwn)
	const menus = useClosing(JSON.stringify([view.hidden, view.order, view.pageRows, view.saved]))
	return (
		<div className="contents md:relative md:ml-auto md:flex md:flex-wrap md:items-center md:justify-end md:gap-2" ref={menus}>
			<SortMenu columns={columns} shown={sort} />
			<details className="list-more group max-md:flex-1" open={isExportRefused}>
				<summary className={`supports-[selector(::details-content)]:md:hidden ${SUMMARY} ${MENU_BACKDROP_CLASSES}`}>More</summary>
				<Menu summary="Columns">
					<ColumnsForm columns={columns} view={view} />
				</Menu>
				<Menu summary="Views">
					<SaveForm view={view} />
					{own && (
						<ConfirmForm
							action={`${consolePaths.listViews}/${own.id}/delete`}
							label={`Delete the view “${own.name}”`}
							consequences={[
								[own.isShared ? 'Everyone loses' : 'You lose', 'This combination of filters, sort order and columns. No rows are deleted.'],
							]}
							hasReason={false}
							isGuarded={false}
							isFinal
						/>
					)}
				</Menu>
				{role === 'operator' && (
					<Menu summary="Export" isOpenAtFirst={isExportRefused}>
						<ExportForm list={exported} what={what} {...(note !== undefined && { note })} />
					</Menu>
				)}
			</details>
		</div>
	)
}
