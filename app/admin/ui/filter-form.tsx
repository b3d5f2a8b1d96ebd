import { type ChangeEvent, type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useSubmit } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { KeptSort } from './data-table.tsx'
import { FilterChips } from './filter-chips.tsx'
import { lastUsedFilter, DAY_LABELS, FilterField, type FilterFormProps, queryOf, toText } from './filter-fields.tsx'
import { Menu, useClosing } from './menu.tsx'

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

function MenuFields({ filters = [], days, taken }: FilterFormProps) {
	const [from, to] = days?.labels ?? DAY_LABELS
	return (
		<>
			{filters.map((filter) => (
				<FilterField key={filter.name} filter={filter} value={taken[filter.name]} />
			))}
			{days && (
				<div className="grid grid-cols-2 gap-3 max-md:[&_.control]:px-1.5">
					<TextField
						name="from"
						type="date"
						label={from}
						defaultValue={toText(taken.from)}
						error={days.isRefused ? 'Choose a start before the end.' : undefined}
					/>
					<TextField name="to" type="date" label={to} defaultValue={toText(taken.to)} />
				</div>
			)}
			<div className="max-md:sticky max-md:-bottom-4 max-md:-my-4 max-md:bg-raised max-md:py-4 max-md:[&_.btn]:w-full">
				<Button type="submit">Apply</Button>
			</div>
		</>
	)
}

/** Filter form. A select or checkbox applies immediately, except on phones; text and days apply with Enter or a button. */
function Fields(props: FilterFormProps) {
	const { action, label, search, filters = [], days, taken } = props
	const form = useRef<HTMLFormElement>(null)
	const menu = useClosing('')
	const submit = useSubmit()
	const [isInUse] = useState(lastUsedFilter.last?.action === action && lastUsedFilter.last.name !== null)
	useEffect(() => {
		const selector = lastUsedFilter.last?.name ? `[name="${lastUsedFilter.last.name}"]` : 'summary'
		if (lastUsedFilter.last?.action === action) form.current?.querySelector<HTMLElement>(selector)?.focus()
		lastUsedFilter.last = null
	}, [action])
	function apply({ target }: ChangeEvent<HTMLFormElement>) {
		const field: Element = target
		const isChoice = field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === 'checkbox')
		// On a phone, the fields are a sheet with a button.
		if (!isChoice || window.matchMedia('(width < 48rem)').matches) return
		lastUsedFilter.last = { action, name: field.name }
		form.current?.requestSubmit()
	}
	function submitFilled(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		menu.current?.querySelector('details')?.removeAttribute('open')
		void submit(queryOf(event.currentTarget), { action })
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
							defaultValue={toText(taken[name])}
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
			{!hasMenu && filters.map(({ name: of }) => taken[of] && <input key={of} type="hidden" name={of} value={toText(taken[of])} />)}
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

/** Search field and filters above a list. `children` are the list's menus. */
export const FilterForm = ({ children, ...props }: FilterFormProps & { children?: ReactNode }) => (
	<div className="flex flex-wrap items-center gap-2">
		<Fields key={JSON.stringify(props.taken)} {...props} />
		{children}
		<FilterChips key={`chips ${JSON.stringify(props.taken)}`} {...props} />
	</div>
)
