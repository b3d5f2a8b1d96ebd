import { useLocation } from 'react-router'

import { ActionForm } from './action-form.tsx'
import { useConsole } from './use-console.ts'

type ExportFormProps = {
	list: string
	/** Plural noun for the rows, such as "orders". */ what: string
	note?: string
}

/** Downloads all pages of a list as CSV, with the current filters and sort order. Operators only. */
export function ExportForm({ list, what, note = `All ${what} of this list, with the columns, filters and order shown.` }: ExportFormProps) {
	const { role } = useConsole()
	const { search } = useLocation()
	if (role !== 'operator') return null
	const hidden = new URLSearchParams(search)
	for (const name of ['before', 'notice']) hidden.delete(name)
	return (
		<ActionForm
			action={`${list}.csv`}
			label="Download CSV"
			hidden={Object.fromEntries(hidden)}
			isGuarded
			reloads
			note={`${note} The download is recorded in the activity log.`}
			tone="secondary"
		/>
	)
}
