import { Checkbox } from '#app/ui/choice.tsx'
import { Select } from '#app/ui/field.tsx'
import { PAGE_PARAMS } from '#contracts/console-paths.ts'

/** URL parameters of a list that don't filter its rows. */
export const NON_FILTER_PARAMS: ReadonlySet<string> = new Set(['sort', ...PAGE_PARAMS, 'notice', 'changed', 'did', 'undo'])

/** A filter in the menu: a select, or a checkbox if it has no options. */
export type Filter = {
	name: string
	label: string
	options?: readonly (readonly [value: string, label: string])[]
	/** Value that applies without a choice; by default all rows. */ usual?: string
	/** Label without a choice; by default “All”. */ emptyLabel?: string
	/** Values with a tab above the list; at most one filter of a list has them. */ tabs?: readonly string[]
}

export type FilterFormProps = {
	action: string
	label: string
	search?: { name?: string; label: string; maxLength?: number }
	filters?: readonly Filter[]
	/** Days in `from` and `to`, both included. `isRefused`: they are in the wrong order. */
	days?: { isRefused: boolean; labels?: readonly [from: string, to: string] }
	/** The filters that the list applies, by URL parameter. All others in the URL, such as a mistyped status, are reported. */
	taken: Readonly<Record<string, string | boolean | null>>
}

/** List and name of the field that last submitted its form; no name if its chip was removed. The new page's form returns focus to it. */
export const lastUsedFilter: { last: { action: string; name: string | null } | null } = { last: null }

export const DAY_LABELS = ['From', 'To'] as const

export const toText = (value: string | boolean | null | undefined) => (typeof value === 'string' ? value : '')

type FilterFieldProps = { filter: Filter; value: string | boolean | null | undefined; label?: string }

export const FilterField = ({
	filter: { name, options, usual, emptyLabel = 'All', ...filter },
	value,
	label = filter.label,
}: FilterFieldProps) =>
	options === undefined ? (
		<Checkbox name={name} value="1" label={label} defaultChecked={value === true} />
	) : (
		<Select name={name} label={label} defaultValue={toText(value)} options={options} {...(usual === undefined && { emptyLabel })} />
	)

/** Fields that are filled in, as a query. */
export const queryOf = (form: HTMLFormElement) =>
	new URLSearchParams(
		[...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' && value !== '' ? [[name, value]] : [])),
	)
