import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'

import { StateBadge, type Tone } from '#app/admin/ui/format.tsx'
import { useConsole } from '#app/admin/ui/page.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import type { PartState } from '#server/console/outline/read-outline.ts'

const TONES: Record<Exclude<PartState, 'published'>, Tone> = { draft: 'warn', errors: 'bad', 'not written': 'calm' }

export type Part = {
	id: string
	title: string
	path: string
	state: PartState
	/** Number of new lessons in a module without other changes. */ added?: number
}

export const OUTLINE_LIST = 'grid min-w-0 gap-1 in-[ol]:ml-[clamp(.75rem,3vw,2rem)]'
export const OUTLINE_ENTRY = 'min-w-0 bg-ground'
export const OUTLINE_ROW = 'flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-2 py-1.5'

const MOVE_BUTTON = 'grid size-11 place-items-center disabled:opacity-35'

const TITLE =
	'min-w-0 flex-[1_1_12rem] max-md:flex-[1_1_6rem] font-semibold underline decoration-line-strong underline-offset-[.25em] wrap-anywhere in-[ol_ol]:font-normal'

type OutlineRowProps = {
	part: Part
	course: string
	/** `kind` and `name` identify the part in the actions that move, rename or remove it, such as `lesson` and `2 first-sale`. */
	kind: string
	name: string
	isFirst: boolean
	isLast: boolean
	/** Drag handle; needs JavaScript. */
	handle?: ReactNode
	/** Number of lessons of a module. */
	lessons?: number
	/** Absent for parts that contain nothing. */
	fold?: { isFolded: boolean; toggle: () => void }
}

export const PartLink = ({ part: { title, path, state, added = 0 } }: { part: Omit<Part, 'id'> }) => (
	<>
		<Link to={fileAddress(path)} className={`outline-title ${TITLE}`}>
			{title || 'Untitled'}
		</Link>
		{added > 0 && <StateBadge word={added === 1 ? '1 new lesson' : `${added} new lessons`} tone="calm" />}
		{state !== 'published' && <StateBadge word={state} tone={TONES[state]} />}
	</>
)

const FoldButton = ({
	title,
	of,
	fold: { isFolded, toggle },
}: {
	title: string
	of: string
	fold: NonNullable<OutlineRowProps['fold']>
}) => (
	<button
		type="button"
		className={MOVE_BUTTON}
		aria-expanded={!isFolded}
		aria-controls={of}
		aria-label={`Lessons of ${title}`}
		onClick={toggle}
	>
		{isFolded ? '▸' : '▾'}
	</button>
)

/**
 * Input for a new title, within the outline's form. Enter clicks Rename; without JavaScript it would press the form's first button, which
 * therefore does nothing.
 */
function RenameFields({ title, name }: { title: string; name: string }) {
	const { failure } = useConsole()
	const button = useRef<HTMLButtonElement>(null)
	useEffect(() => {
		const input = document.querySelector<HTMLInputElement>('#rename-title')
		input?.focus()
		input?.select()
	}, [])
	const pressEnter = (event: KeyboardEvent) => {
		if (event.key !== 'Enter') return
		event.preventDefault()
		button.current?.click()
	}
	return (
		<span id="rename" className="flex min-w-0 flex-[1_1_100%] flex-wrap items-end gap-x-3 gap-y-2 *:first:flex-[1_1_16rem]">
			<TextField
				id="rename-title"
				name="title"
				label={`New title of “${title}”`}
				defaultValue={failure?.typed.title ?? title}
				maxLength={150}
				autoComplete="off"
				onKeyDown={pressEnter}
			/>
			<Button ref={button} type="submit" name="do" value={`rename-${name}`}>
				Rename
			</Button>
			<Link to={consolePaths.course} className="link py-[.6rem]" preventScrollReset>
				Cancel
			</Link>
		</span>
	)
}

/** A row's buttons, collapsed into “⋯” to leave the line to the title. */
const RowActions = ({ title, children }: { title: string; children: ReactNode }) => (
	<details name="outline-row" className="max-md:open:basis-full md:open:flex md:open:items-center">
		<summary className="grid size-11 cursor-pointer list-none place-items-center [&::-webkit-details-marker]:hidden">
			<span aria-hidden="true">⋯</span>
			<span className="sr-only">{`Change ${title}`}</span>
		</summary>
		<span className="flex items-center gap-1">{children}</span>
	</details>
)

/** Row of the outline, with buttons that move the part without a mouse. */
export function OutlineRow({ part, part: { title }, course, kind, name, isFirst, isLast, handle, lessons, fold }: OutlineRowProps) {
	const [searchParams] = useSearchParams()
	const hasScript = useHydrated()
	if (searchParams.get('rename') === `${kind} ${name}`)
		return (
			<div className={OUTLINE_ROW} id={kind === 'module' ? `module-${name}` : undefined}>
				<RenameFields title={title} name={`${kind} ${name}`} />
			</div>
		)
	return (
		<div className={OUTLINE_ROW} id={kind === 'module' ? `module-${name}` : undefined}>
			{handle}
			{fold && hasScript && <FoldButton title={title} of={`lessons-${name}`} fold={fold} />}
			<PartLink part={part} />
			{lessons !== undefined && <span className="text-soft max-md:hidden">{lessons === 1 ? '1 lesson' : `${lessons} lessons`}</span>}
			<RowActions title={title}>
				<button
					type="submit"
					name="do"
					value={`${kind}-up ${name}`}
					className={MOVE_BUTTON}
					disabled={isFirst}
					aria-label={`Move ${title} up`}
				>
					↑
				</button>
				<button
					type="submit"
					name="do"
					value={`${kind}-down ${name}`}
					className={MOVE_BUTTON}
					disabled={isLast}
					aria-label={`Move ${title} down`}
				>
					↓
				</button>
				<Link
					to={`?rename=${encodeURIComponent(`${kind} ${name}`)}${hasScript ? '' : '#rename'}`}
					className="link px-[.35rem]"
					preventScrollReset
					aria-label={`Rename ${title}`}
				>
					Rename
				</Link>
				<Link
					to={`?remove=${encodeURIComponent(`${kind} ${name}`)}&course=${encodeURIComponent(course)}#remove`}
					className="link px-[.35rem]"
					preventScrollReset
					aria-label={`Remove ${title}`}
				>
					Remove
				</Link>
			</RowActions>
		</div>
	)
}

export type PartListProps = {
	label: string
	parts: readonly Part[]
	onOrder: (ids: readonly string[]) => void
	row: (part: Part, index: number, handle?: ReactNode) => ReactNode
}
