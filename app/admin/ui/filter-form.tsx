import { type ChangeEvent, type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, Link, useLocation, useSubmit } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import { PAGE_PARAMS } from '#contracts/console-paths.ts'

import { KeptSort } from './data-table.tsx'
import { Menu, useClosing } from './menu.tsx'

/** URL parameters of a list that don't filter its rows. */
export const NON_FILTER_PARAMS: ReadonlySet<string> = new Set(['sort', ...PAGE_PARAMS, 'notice'])

/** URL parameters that other parts of the page read. */
const NOT_OF_FORM: ReadonlySet<string> = new Set(['view', 'undo'])

/** URL parameters of the search fields, which are never collapsed. */
const TYPED: ReadonlySet<string> = new Set(['q', 'address'])

/** List and name of the field that last submitted its form; no name if its chip was removed. The new page's form returns focus to it. */
let chosen: { action: string; name: string | null } | null = null

type QueryFormProps = Omit<ComponentProps<typeof Form>, 'method' | 'className'> & {
	action: string
	button: string
	children: ReactNode
}

/** Form whose fields become the page's query. */
export const QueryForm = ({ button, children, ...form }: QueryFormProps) => (
	<Form {...form} method="get" noValidate className="filter">
		{children}
		<Button type="submit" variant="secondary">
			{button}
		</Button>
	</Form>
)

/** A filter in the menu: a select, or a checkbox if it has no options. */
type Filter = {
	name: string
	label: string
	options?: readonly (readonly [value: string, label: string])[]
	/** Value that applies without a choice; by default all rows. */ usual?: string
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

const isTaken = (taken: string | boolean | null | undefined, value: string | null) =>
	value === null || typeof taken === 'boolean' ? Boolean(taken) : taken === value.trim()

const NO_LABELS = ['From', 'To'] as const

const textOf = (value: string | boolean | null | undefined) => (typeof value === 'string' ? value : '')

function MenuFields({ filters = [], days, taken }: FilterFormProps) {
	const [from, to] = days?.labels ?? NO_LABELS
	return (
		<>
			{filters.map(({ name: of, label: words, options, usual }) =>
				options === undefined ? (
					<Checkbox key={of} name={of} value="1" label={words} defaultChecked={taken[of] === true} />
				) : (
					<Select
						key={of}
						name={of}
						label={words}
						defaultValue={textOf(taken[of])}
						options={options}
						{...(usual === undefined && { emptyLabel: 'All' })}
					/>
				),
			)}
			{days && (
				<div className="grid grid-cols-2 gap-3 max-md:[&_.control]:px-1.5">
					<TextField
						name="from"
						type="date"
						label={from}
						defaultValue={textOf(taken.from)}
						error={days.isRefused ? 'Choose a start before the end.' : undefined}
					/>
					<TextField name="to" type="date" label={to} defaultValue={textOf(taken.to)} />
				</div>
			)}
			<div className="max-md:sticky max-md:-bottom-4 max-md:-my-4 max-md:bg-raised max-md:py-4 max-md:[&_.btn]:w-full">
				<Button type="submit">Apply</Button>
			</div>
		</>
	)
}

/** The form. A select or checkbox applies immediately, except on phones, text and days with Enter or a button. */
function Fields(props: FilterFormProps) {
	const { action, label, search, filters = [], days, taken } = props
	const form = useRef<HTMLFormElement>(null)
	const menu = useClosing('')
	const submit = useSubmit()
	const [isInUse] = useState(chosen?.action === action && chosen.name !== null)
	useEffect(() => {
		const selector = chosen?.name ? `[name="${chosen.name}"]` : 'summary'
		if (chosen?.action === action) form.current?.querySelector<HTMLElement>(selector)?.focus()
		chosen = null
	}, [action])
	function apply({ target }: ChangeEvent<HTMLFormElement>) {
		const field: Element = target
		const isChoice = field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === 'checkbox')
		// On a phone, the fields are a sheet with a button.
		if (!isChoice || window.matchMedia('(width < 48rem)').matches) return
		chosen = { action, name: field.name }
		form.current?.requestSubmit()
	}
	function submitFilled(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		menu.current?.querySelector('details')?.removeAttribute('open')
		const filled = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
			typeof value === 'string' && value !== '' ? [[name, value]] : [],
		)
		void submit(new URLSearchParams(filled), { action })
	}
	// Tabs that have every value need no menu.
	const hasMenu = days !== undefined || filters.some(({ options = [], tabs }) => options.length !== tabs?.length)
	const { name = 'q', ...typed } = search ?? { label: '' }
	return (
		<Form
			ref={form}
			method="get"
			noValidate
			action={action}
			onChange={apply}
			onSubmit={submitFilled}
			role="search"
			aria-label={label}
			className="contents"
		>
			<KeptSort />
			{search && (
				<>
					<div className="min-w-0 flex-[1_1_12rem] [&_label]:sr-only">
						<TextField
							name={name}
							type="search"
							placeholder={typed.label}
							defaultValue={textOf(taken[name])}
							maxLength={320}
							autoComplete="off"
							{...typed}
						/>
					</div>
					<Button type="submit" variant="secondary">
						Search
					</Button>
				</>
			)}
			{!hasMenu && filters.map(({ name: of }) => taken[of] && <input key={of} type="hidden" name={of} value={textOf(taken[of])} />)}
			{hasMenu && (
				<div ref={menu} className="relative max-md:flex-1">
					<Menu summary="Filters" isOpenAtFirst={isInUse || days?.isRefused === true}>
						<MenuFields {...props} />
					</Menu>
				</div>
			)}
		</Form>
	)
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Returns the name of each applied filter, by URL parameter. */
function nameApplied({ filters = [], days, taken }: FilterFormProps): (readonly [name: string, text: string])[] {
	const chips = filters.flatMap(({ name, label, options, usual = '', tabs = [] }) => {
		const value = taken[name]
		// A tab shows its value itself.
		if (!value || value === usual || tabs.includes(textOf(value))) return []
		return [[name, options === undefined ? label : `${label}: ${options.find(([each]) => each === value)?.[1] ?? textOf(value)}`] as const]
	})
	if (!days || days.isRefused) return chips
	const [from, to] = days.labels ?? NO_LABELS
	const ends = [
		['from', from],
		['to', to],
	] as const
	return [
		...chips,
		...ends.flatMap(([name, label]) => {
			const day = textOf(taken[name])
			return day === '' ? [] : [[name, `${label} ${DAY.format(new Date(day))}`] as const]
		}),
	]
}

const CHIP = 'inline-flex min-h-9 items-center gap-2 rounded-sm border border-line-strong bg-raised px-3 no-underline hover:border-ink'

/** Applied filters, each a link that removes it, and filters of the URL that the list doesn't have. */
function Applied(props: FilterFormProps) {
	const { action, filters = [], taken } = props
	const params = new URLSearchParams(useLocation().search)
	const applied = [...params].filter(([name, value]) => value.trim() !== '' && !NON_FILTER_PARAMS.has(name))
	const ignored = applied.filter(([name, value]) => !isTaken(taken[name], TYPED.has(name) ? null : value) && !NOT_OF_FORM.has(name))
	const hasTab = ([of, value]: readonly [string, string]) => filters.some(({ name, tabs }) => name === of && tabs?.includes(value))
	const nameIgnored = ([of, value]: readonly [string, string]) =>
		`${filters.find(({ name }) => name === of)?.label ?? of.replaceAll(/[-_]/g, ' ')} “${value}”`
	const linkWithout = (removed: string) => {
		const rest = [...params].filter(
			([name]) => name !== removed && (name === 'sort' || !NON_FILTER_PARAMS.has(name)) && !NOT_OF_FORM.has(name),
		)
		return rest.length > 0 ? `${action}?${new URLSearchParams(rest).toString()}` : action
	}
	const forget = () => {
		chosen = { action, name: null }
	}
	return (
		<>
			{!applied.every(hasTab) && (
				<ul className="flex basis-full flex-wrap items-center gap-2">
					{nameApplied(props).map(([name, text]) => (
						<li key={name}>
							<Link to={linkWithout(name)} className={CHIP} aria-label={`Remove ${text}`} onClick={forget}>
								{text}
								<span aria-hidden="true">×</span>
							</Link>
						</li>
					))}
					<li>
						<Link to={action} className="link inline-block py-1.5" onClick={forget}>
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

/** Search field and filters above a list. `children` are the list's menus. */
export const FilterForm = ({ children, ...props }: FilterFormProps & { children?: ReactNode }) => (
	<div className="flex flex-wrap items-center gap-2">
		<Fields key={JSON.stringify(props.taken)} {...props} />
		{children}
		<Applied {...props} />
	</div>
)
