import { type ChangeEvent, type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, Link, useLocation, useSubmit } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'

import { KeptSort } from './data-table.tsx'

/** URL parameters of a list that don't filter its rows. */
export const NON_FILTER_PARAMS: ReadonlySet<string> = new Set(['sort', 'before', 'notice'])

/** URL parameters that other parts of the page read. */
const NOT_OF_FORM: ReadonlySet<string> = new Set(['view', 'undo'])

/** URL parameters of the search fields, which are never collapsed. */
const TYPED: ReadonlySet<string> = new Set(['q', 'address'])

/** List and name of the select that last submitted its form. The new page's form returns focus to it. */
let chosen: { action: string; name: string } | null = null

type QueryFormProps = Omit<ComponentProps<typeof Form>, 'method' | 'className'> & {
	action: string
	button: string
	children: ReactNode
}

const Clear = ({ action }: { action: string }) => (
	<Link to={action} className="link py-[calc((var(--control)-1lh)/2)]">
		Clear
	</Link>
)

/** Form whose fields become the page's query. */
export const QueryForm = ({ button, children, ...form }: QueryFormProps) => (
	<Form {...form} method="get" noValidate className="filter">
		{children}
		<Button type="submit" variant="secondary">
			{button}
		</Button>
	</Form>
)

type DateFieldsProps = {
	from: string
	to: string
	/** True if the days are in the wrong order. */ isRefused: boolean
	labels?: readonly [from: string, to: string]
}

export const DateFields = ({ from, to, isRefused, labels = ['From', 'To (inclusive)'] }: DateFieldsProps) => (
	<div className="flex gap-3 max-md:grow">
		<TextField
			name="from"
			type="date"
			label={labels[0]}
			defaultValue={from}
			error={isRefused ? 'Choose a start before the end.' : undefined}
		/>
		<TextField name="to" type="date" label={labels[1]} defaultValue={to} />
	</div>
)

type Props = {
	action: string
	label: string
	/** Search field. */ children?: ReactNode
	/** Other fields, collapsed on a phone. */ more?: ReactNode
	/** True if these are too many for a row: they are collapsed at every width, too. */ isFolded?: boolean
	/** The filters that the list applies, by URL parameter. All others in the URL, such as a mistyped status, are reported. */
	taken: Readonly<Record<string, string | boolean | null>>
}

const isTaken = (taken: string | boolean | null | undefined, value: string | null) =>
	value === null || typeof taken === 'boolean' ? Boolean(taken) : taken === value.trim()

/** Filters above a list. A select or checkbox applies immediately, text with Enter or the button. */
export function FilterForm({ action, label, children, more, isFolded = false, taken }: Props) {
	const { search } = useLocation()
	const form = useRef<HTMLFormElement>(null)
	const submit = useSubmit()
	// A choice that removes the last filter leaves the fields open, because its field has focus.
	const [isInUse] = useState(chosen?.action === action)
	useEffect(() => {
		if (chosen?.action === action) form.current?.querySelector<HTMLElement>(`[name="${chosen.name}"]`)?.focus()
		chosen = null
	}, [action])
	function apply({ target }: ChangeEvent<HTMLFormElement>) {
		const field: Element = target
		const isChoice = field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === 'checkbox')
		if (!isChoice) return
		chosen = { action, name: field.name }
		form.current?.requestSubmit()
	}
	function submitFilled(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		const filled = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
			typeof value === 'string' && value !== '' ? [[name, value]] : [],
		)
		void submit(new URLSearchParams(filled), { action })
	}
	const applied = [...new URLSearchParams(search)].filter(([name, value]) => value.trim() !== '' && !NON_FILTER_PARAMS.has(name))
	const ignored = applied.filter(([name, value]) => !isTaken(taken[name], TYPED.has(name) ? null : value) && !NOT_OF_FORM.has(name))
	const isOpen = isInUse || applied.some(([name]) => !TYPED.has(name) && !NOT_OF_FORM.has(name))
	const fields = more && (
		<details className={isFolded ? 'filter-more' : 'filter-more filter-row'} open={isOpen}>
			<summary>Filters</summary>
			{more}
		</details>
	)
	return (
		<>
			<Form
				ref={form}
				method="get"
				noValidate
				action={action}
				onChange={apply}
				onSubmit={submitFilled}
				role="search"
				aria-label={label}
				className="filter"
			>
				<KeptSort />
				{children}
				{!isFolded && fields}
				<Button
					type="submit"
					variant="secondary"
					className={children ? 'max-md:-order-1' : 'max-md:[.filter:has(>.filter-row:not([open]))>&]:hidden'}
				>
					Search
				</Button>
				{applied.length > 0 && <Clear action={action} />}
				{isFolded && fields}
			</Form>
			{ignored.length > 0 && <Callout role="status">{`Not applied: ${ignored.map((each) => each.join('=')).join(', ')}`}</Callout>}
		</>
	)
}
