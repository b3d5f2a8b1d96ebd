import type { ChangeEvent, FormEvent } from 'react'
import { Form, Link, useLocation, useSubmit } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'

import { lastUsedFilter, DAY_LABELS, FilterField, type FilterFormProps, NON_FILTER_PARAMS, queryOf, toText } from './filter-fields.tsx'
import { MENU_BACKDROP_CLASSES, MENU_SHEET_CLASSES, useClosing } from './menu.tsx'

/** URL parameters that other parts of the page read. */
const NOT_OF_FORM: ReadonlySet<string> = new Set(['view', 'undo'])

/** URL parameters of the search fields, which are never collapsed. */
const TYPED: ReadonlySet<string> = new Set(['q', 'address'])

const isTaken = (taken: string | boolean | null | undefined, value: string | null) =>
	value === null || typeof taken === 'boolean' ? Boolean(taken) : taken === value.trim()

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

type Applied = { name: string; label: string; text: string }

/** Lists the applied filters that no current tab shows. */
function listApplied({ filters = [], days, taken }: FilterFormProps, isView: boolean): Applied[] {
	const chips = filters.flatMap(({ name, label, options, usual = '', tabs = [] }) => {
		const value = taken[name]
		// A tab shows its value itself, unless a saved view is the current tab.
		if (!value || value === usual || (!isView && tabs.includes(toText(value)))) return []
		const named = options?.find(([each]) => each === value)?.[1] ?? toText(value)
		return [{ name, label, text: options === undefined ? label : `${label}: ${named}` }]
	})
	if (!days || days.isRefused) return chips
	const [from, to] = days.labels ?? DAY_LABELS
	const ends = [
		['from', from],
		['to', to],
	] as const
	return [
		...chips,
		...ends.flatMap(([name, label]) => {
			const day = toText(taken[name])
			return day === '' ? [] : [{ name, label, text: `${label} ${DAY.format(new Date(day))}` }]
		}),
	]
}

/** The chip whose field last changed its filter: it gets the focus back. */
let edited: { action: string; name: string } | null = null

type ChipProps = { applied: Applied; form: FilterFormProps; kept: readonly (readonly [name: string, value: string])[]; linkWithout: string }

const CHIP = 'flex flex-none items-stretch rounded-full border border-line-strong bg-raised hover:border-ink'
const TEXT = 'flex min-h-9 items-center ps-3 pe-1 max-md:isolation-auto pointer-coarse:min-h-11'
const PANEL =
	'grid gap-3 border border-line-strong bg-raised p-4 md:absolute md:top-[calc(100%+.25rem)] md:left-0 md:z-3 md:w-72 md:rounded-sm md:shadow-over'

/** Field of one applied filter, below its chip. */
function ChipForm({ applied: { name, label }, form: { action, filters = [], taken }, kept }: ChipProps) {
	const submit = useSubmit()
	const filter = filters.find((each) => each.name === name)
	function apply(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		edited = { action, name }
		void submit(queryOf(event.currentTarget), { action })
	}
	function change({ target, currentTarget }: ChangeEvent<HTMLFormElement>) {
		const field: Element = target
		if (field instanceof HTMLSelectElement && !window.matchMedia('(width < 48rem)').matches) currentTarget.requestSubmit()
	}
	return (
		<Form method="get" action={action} noValidate className="grid gap-3" onSubmit={apply} onChange={change}>
			{kept.map(([of, value]) => (
				<input key={`${of} ${value}`} type="hidden" name={of} value={value} />
			))}
			{filter ? (
				<FilterField filter={filter} value={taken[name]} />
			) : (
				<TextField name={name} type="date" label={label} defaultValue={toText(taken[name])} />
			)}
			<Button type="submit">Apply</Button>
		</Form>
	)
}

/** An applied filter: its text opens its field, and × removes it. */
function Chip(props: ChipProps) {
	const { applied, form, linkWithout } = props
	const { name, text } = applied
	const menu = useClosing('')
	const hasField = form.filters?.every((filter) => filter.name !== name || filter.options !== undefined) ?? true
	return (
		<li className={CHIP}>
			{hasField ? (
				<div ref={menu} className="md:relative">
					<details name="menu" className="group">
						<summary
							ref={(summary) => {
								if (edited?.name !== name || edited.action !== form.action || !summary) return
								edited = null
								summary.focus()
							}}
							title="Change"
							className={`${TEXT} list-none ${MENU_BACKDROP_CLASSES}`}
						>
							{text}
						</summary>
						<div className={`${PANEL} ${MENU_SHEET_CLASSES}`}>
							<ChipForm {...props} />
						</div>
					</details>
				</div>
			) : (
				<span className={TEXT}>{text}</span>
			)}
			<Link
				to={linkWithout}
				className="flex items-center ps-1 pe-3 no-underline hover:text-accent-ink"
				aria-label={`Remove ${text}`}
				title="Remove"
				onClick={() => {
					lastUsedFilter.last = { action: form.action, name: null }
				}}
			>
				<span aria-hidden="true">×</span>
			</Link>
		</li>
	)
}

/** Applied filters, and filters of the URL that the list doesn't have. */
export function FilterChips(form: FilterFormProps) {
	const { action, filters = [], taken } = form
	const params = new URLSearchParams(useLocation().search)
	const isView = params.has('view')
	const applied = [...params].filter(([name, value]) => value.trim() !== '' && !NON_FILTER_PARAMS.has(name) && !NOT_OF_FORM.has(name))
	const ignored = applied.filter(([name, value]) => !isTaken(taken[name], TYPED.has(name) ? null : value))
	const hasTab = ([of, value]: readonly [string, string]) =>
		!isView && filters.some(({ name, tabs }) => name === of && tabs?.includes(value))
	const nameIgnored = ([of, value]: readonly [string, string]) =>
		`${filters.find(({ name }) => name === of)?.label ?? of.replaceAll(/[-_]/g, ' ')} “${value}”`
	const keepWithout = (removed: string) =>
		[...params].filter(([name]) => name !== removed && (name === 'sort' || !NON_FILTER_PARAMS.has(name)) && !NOT_OF_FORM.has(name))
	const linkTo = (query: [string, string][]) => (query.length > 0 ? `${action}?${new URLSearchParams(query).toString()}` : action)
	return (
		<>
			{!applied.every(hasTab) && (
				<ul className="flex basis-full flex-wrap items-center gap-2">
					{listApplied(form, isView).map((each) => (
						<Chip key={each.name} applied={each} form={form} kept={keepWithout(each.name)} linkWithout={linkTo(keepWithout(each.name))} />
					))}
					<li>
						<Link
							to={action}
							className="link inline-block py-1.5"
							onClick={() => {
								lastUsedFilter.last = { action, name: null }
							}}
						>
							Clear
						</Link>
					</li>
				</ul>
			)}
			{ignored.length > 0 && (
				<div className="basis-full">
					<Callout role="status">{`Unknown ${ignored.length === 1 ? 'filter' : 'filters'} in this link: ${ignored.map(nameIgnored).join(', ')}`}</Callout>
				</div>
			)}
		</>
	)
}
