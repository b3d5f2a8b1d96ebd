import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import { ConsoleIcon } from '#app/admin/ui/console-icon.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import type { PlaceholderValue } from '#server/console/content/list-values.ts'

const describe = ({ name, meaning, value }: PlaceholderValue) =>
	value === null ? `{${name}} becomes ${meaning} on the page.` : `{${name}} shows ${value.trim() || 'nothing now'} (${meaning}).`

export function UsedPlaceholders({ values, text }: { values: readonly PlaceholderValue[]; text: string }) {
	const used = values.filter(({ name }) => text.includes(`{${name}}`))
	if (used.length === 0) return null
	return (
		<ul className="text-soft" aria-label="Placeholders in this text">
			{used.map((value) => (
				<li key={value.name}>{describe(value)}</li>
			))}
		</ul>
	)
}

export const NO_PLACEHOLDERS: readonly PlaceholderValue[] = []

type InsertValueProps = {
	values: readonly PlaceholderValue[]
	about: string
	onInsert: (text: string) => void
	/** True in the toolbar: the list then opens on top of the text. */
	isTool?: boolean
}

const SUMMARY = 'w-fit cursor-pointer list-none content-center px-1 text-(length:--text-sm) marker:hidden hover:underline'

const LIST_OVER = 'absolute end-0 top-full z-2 w-80 max-w-full max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:bottom-4 max-sm:w-auto'

/** Menu of placeholders to insert into a text. Needs JavaScript; without it, they can be typed. */
export function PlaceholderMenu({ values, about, onInsert, isTool = false }: InsertValueProps) {
	const list = useRef<HTMLDetailsElement>(null)
	const isAlive = useHydrated()
	if (!isAlive || values.length === 0) return null
	const close = () => list.current?.removeAttribute('open')
	const onKeyDown = ({ key }: KeyboardEvent) => {
		if (key !== 'Escape') return
		close()
		list.current?.querySelector('summary')?.focus()
	}
	return (
		<details ref={list}>
			<summary
				title="Insert a placeholder"
				aria-label={`Insert a placeholder into ${about}`}
				className={`${SUMMARY} ${isTool ? 'min-h-10 text-ink' : "min-h-11 text-soft after:text-soft after:content-['_▾']"}`}
				onKeyDown={onKeyDown}
			>
				{isTool ? <ConsoleIcon name="placeholder" /> : 'Insert a placeholder'}
			</summary>
			<ul className={`max-h-64 overflow-auto border border-line-strong bg-raised ${isTool ? LIST_OVER : 'mt-1 max-w-160'}`}>
				{values.map(({ name, meaning, value }) => (
					<li key={name}>
						<button
							type="button"
							className="min-h-11 w-full px-3 py-1 text-start hover:bg-ground"
							onKeyDown={onKeyDown}
							onClick={() => {
								close()
								onInsert(`{${name}}`)
							}}
						>
							<strong>{value?.trim() || `{${name}}`}</strong> {meaning}
						</button>
					</li>
				))}
			</ul>
		</details>
	)
}

/** Replaces the selection of a field with a text, as if it were typed. */
export function insertInto(field: HTMLInputElement | HTMLTextAreaElement | null, text: string): void {
	if (!field) return
	field.focus()
	field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end')
	field.dispatchEvent(new Event('input', { bubbles: true }))
}

export function FieldPlaceholders({
	id,
	label,
	text,
	values,
}: {
	id: string
	label: string
	text: string
	values: readonly PlaceholderValue[]
}) {
	const place = useRef<HTMLDivElement>(null)
	const [typed, setTyped] = useState(text)
	useEffect(() => {
		const field = place.current?.ownerDocument.getElementById(id)
		if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
		const onInput = () => setTyped(field.value)
		onInput()
		field.addEventListener('input', onInput)
		return () => field.removeEventListener('input', onInput)
	}, [id, text])
	const find = () => document.getElementById(id) as HTMLInputElement | HTMLTextAreaElement | null
	return (
		<div ref={place}>
			<UsedPlaceholders values={values} text={typed} />
			<PlaceholderMenu values={values} about={label} onInsert={(inserted) => insertInto(find(), inserted)} />
		</div>
	)
}
