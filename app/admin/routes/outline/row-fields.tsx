import { createContext, type KeyboardEvent, use, useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { FormFailure } from '#server/console/shell/visit.ts'

/** Error of the outline's last refused form; null if there is none. */
export const OutlineFailure = createContext<FormFailure | null>(null)

const FIELDS = 'flex min-w-0 py-2 flex-[1_1_100%] flex-wrap items-end gap-x-3 gap-y-2 *:[div]:flex-[1_1_16rem]'

const Cancel = () => (
	<Link to={consolePaths.course} className="link py-[.6rem]" preventScrollReset>
		Cancel
	</Link>
)

/**
 * Input for a new title, within the outline's form. Enter clicks Rename; without JavaScript it would press the form's first button, which
 * therefore does nothing.
 */
export function RenameFields({ title, heading = title, name }: { title: string; heading: string | undefined; name: string }) {
	const failure = use(OutlineFailure)
	const button = useRef<HTMLButtonElement>(null)
	useEffect(() => {
		const input = document.querySelector<HTMLInputElement>('#rename-title')
		input?.focus()
		input?.select()
	}, [])
	useEffect(() => document.querySelector<HTMLElement>('#rename [aria-invalid]')?.focus(), [failure])
	const pressEnter = (event: KeyboardEvent) => {
		if (event.key !== 'Enter') return
		event.preventDefault()
		button.current?.click()
	}
	return (
		<span id="rename" className={FIELDS}>
			<TextField
				id="rename-title"
				name="title"
				label={`New title of “${title}”`}
				hint={heading === title ? 'For lists and progress. If its page has the same heading, that changes too.' : 'For lists and progress.'}
				defaultValue={failure?.typed.title ?? title}
				error={failure?.fields.title}
				maxLength={150}
				autoComplete="off"
				onKeyDown={pressEnter}
			/>
			{heading !== title && (
				<TextField
					id="rename-heading"
					name="heading"
					label="Title on the module’s page"
					hint="Where learners open it."
					defaultValue={failure?.typed.heading ?? heading}
					error={failure?.fields.heading}
					maxLength={150}
					autoComplete="off"
					onKeyDown={pressEnter}
				/>
			)}
			<Button ref={button} type="submit" name="do" value={`rename-${name}`}>
				Rename
			</Button>
			<Cancel />
		</span>
	)
}

export type ModuleName = { id: number; title: string }

/** Select for the module that gets a copy of a lesson, within the outline's form. */
export function DuplicateFields({ title, name, modules }: { title: string; name: string; modules: readonly ModuleName[] }) {
	const failure = use(OutlineFailure)
	useEffect(() => document.querySelector<HTMLElement>('#duplicate-module')?.focus(), [failure])
	const others = modules.filter(({ id }) => !name.startsWith(`${id} `))
	return (
		<span id="duplicate" className={FIELDS}>
			<Select
				id="duplicate-module"
				name="module"
				label={`Duplicate “${title}” into`}
				hint="A lesson can’t move, because its address belongs to its module. Learners’ progress and old links stay with the original."
				options={others.map((module) => [String(module.id), module.title] as const)}
				defaultValue={failure?.typed.module}
				error={failure?.fields.module}
			/>
			<Button type="submit" name="do" value={`duplicate-into ${name}`}>
				Duplicate
			</Button>
			<Cancel />
		</span>
	)
}
