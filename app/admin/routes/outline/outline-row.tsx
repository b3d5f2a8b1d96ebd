import { createContext, type KeyboardEvent, type ReactNode, use, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'

import { StateBadge, type Tone } from '#app/admin/ui/format.tsx'
import { ActionMenu, DANGER_ITEM_CLASSES, MENU_ITEM_CLASSES } from '#app/admin/ui/menu.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import type { OutlineState } from '#server/console/outline/read-outline.ts'
import type { FormFailure } from '#server/console/shell/visit.ts'

const TONES: Record<Exclude<OutlineState, 'published'>, Tone> = { draft: 'warn', errors: 'bad', 'not written': 'calm' }

export type OutlinePart = {
	id: string
	title: string
	path: string
	state: OutlineState
	/** Number of new lessons in a module without other changes. */ added?: number
	/** Heading of a module's page. */ heading?: string
}

/** Error of the outline's last refused form; null if there is none. */
export const OutlineFailure = createContext<FormFailure | null>(null)

/** A lesson's title begins to the right of its module's. */
export const OUTLINE_LIST = 'grid min-w-0 in-[ol]:ml-13'
export const OUTLINE_ENTRY = 'min-w-0 bg-ground'
export const OUTLINE_ROW_CLASSES = 'flex min-h-11 items-center gap-x-1 border-b border-line px-1'

const TITLE = 'link min-w-0 font-semibold wrap-anywhere in-[ol_ol]:font-normal'

type OutlineRowProps = {
	part: OutlinePart
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

export const PartLink = ({
	part: { title, path, state, added = 0 },
	children,
}: {
	part: Omit<OutlinePart, 'id'>
	children?: ReactNode
}) => (
	<span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 py-1">
		<Link to={fileAddress(path)} className={`outline-title ${TITLE}`}>
			{title || 'Untitled'}
		</Link>
		{added > 0 && <StateBadge word={added === 1 ? '1 new lesson' : `${added} new lessons`} tone="calm" />}
		{state !== 'published' && <StateBadge word={state} tone={TONES[state]} />}
		{children}
	</span>
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
		className="grid h-11 w-8 flex-none place-items-center"
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
function RenameFields({ title, heading = title, name }: { title: string; heading: string | undefined; name: string }) {
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
		<span id="rename" className="flex min-w-0 py-2 flex-[1_1_100%] flex-wrap items-end gap-x-3 gap-y-2 *:[div]:flex-[1_1_16rem]">
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
					label="Heading of its page"
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
			<Link to={consolePaths.course} className="link py-[.6rem]" preventScrollReset>
				Cancel
			</Link>
		</span>
	)
}

/** Row of the outline, with buttons that move the part without a mouse. */
export function OutlineRow({
	part,
	part: { title, heading },
	course,
	kind,
	name,
	isFirst,
	isLast,
	handle,
	lessons,
	fold,
}: OutlineRowProps) {
	const [searchParams] = useSearchParams()
	const hasScript = useHydrated()
	if (searchParams.get('rename') === `${kind} ${name}`)
		return (
			<div className={OUTLINE_ROW_CLASSES} id={kind === 'module' ? `module-${name}` : undefined}>
				<RenameFields title={title} heading={heading} name={`${kind} ${name}`} />
			</div>
		)
	return (
		<div className={OUTLINE_ROW_CLASSES} id={kind === 'module' ? `module-${name}` : undefined}>
			{handle}
			{fold && hasScript && <FoldButton title={title} of={`lessons-${name}`} fold={fold} />}
			<PartLink part={part}>
				{lessons !== undefined && (
					<span className="ms-auto text-soft max-md:hidden">{lessons === 1 ? '1 lesson' : `${lessons} lessons`}</span>
				)}
			</PartLink>
			<ActionMenu label={`Change ${title}`}>
				<Link
					to={`?rename=${encodeURIComponent(`${kind} ${name}`)}${hasScript ? '' : '#rename'}`}
					className={MENU_ITEM_CLASSES}
					preventScrollReset
					aria-label={`Rename ${title}`}
				>
					Rename
				</Link>
				<button type="submit" name="do" value={`${kind}-up ${name}`} className={MENU_ITEM_CLASSES} disabled={isFirst}>
					Move up <span className="sr-only">{title}</span>
				</button>
				<button type="submit" name="do" value={`${kind}-down ${name}`} className={MENU_ITEM_CLASSES} disabled={isLast}>
					Move down <span className="sr-only">{title}</span>
				</button>
				{kind === 'lesson' && (isFirst || isLast) && (
					<p className="w-64 px-4 py-2 text-soft">A lesson stays in its module: its address and your learners’ progress depend on it.</p>
				)}
				<Link
					to={`?remove=${encodeURIComponent(`${kind} ${name}`)}&course=${encodeURIComponent(course)}#remove`}
					className={DANGER_ITEM_CLASSES}
					preventScrollReset
					aria-label={`Remove ${title}`}
				>
					Remove
				</Link>
			</ActionMenu>
		</div>
	)
}

export type PartListProps = {
	label: string
	parts: readonly OutlinePart[]
	onOrder: (ids: readonly string[]) => void
	row: (part: OutlinePart, index: number, handle?: ReactNode) => ReactNode
}
