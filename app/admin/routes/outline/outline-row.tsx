import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'

import { StateBadge, type Tone } from '#app/admin/ui/format.tsx'
import { ActionMenu, DANGER_ITEM_CLASSES, MENU_ITEM_CLASSES } from '#app/admin/ui/menu.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { fileAddress } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import type { OutlineState } from '#server/console/outline/read-outline.ts'

import { DuplicateFields, type ModuleName, RenameFields } from './row-fields.tsx'

const TONES: Record<Exclude<OutlineState, 'published'>, Tone> = { draft: 'warn', errors: 'bad', 'not written': 'calm' }

export type OutlinePart = {
	id: string
	title: string
	path: string
	state: OutlineState
	/** Number of new lessons in a module without other changes. */ added?: number
	/** True for a module that needs no purchase. */ isFree?: boolean
	/** Heading of a module's page. */ heading?: string
}

/** Indents a module's lessons. */
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
	/** Modules of a lesson's course. */
	modules?: readonly ModuleName[]
	/** Absent for parts that contain nothing. */
	fold?: { isFolded: boolean; toggle: () => void }
}

export const PartLink = ({
	part: { title, path, state, added = 0, isFree = false },
	children,
}: {
	part: Omit<OutlinePart, 'id'>
	children?: ReactNode
}) => (
	<span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 py-1">
		<Link to={fileAddress(path)} className={`outline-title ${TITLE}`}>
			{title || 'Untitled'}
		</Link>
		{isFree && <StateBadge word="free" tone="calm" />}
		{added > 0 && <StateBadge word={countNoun(added, 'new lesson')} tone="calm" />}
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
	modules = [],
	fold,
}: OutlineRowProps) {
	const [searchParams] = useSearchParams()
	const hasScript = useHydrated()
	const linkTo = (what: 'rename' | 'duplicate') => `?${what}=${encodeURIComponent(`${kind} ${name}`)}${hasScript ? '' : `#${what}`}`
	const isShown = (what: 'rename' | 'duplicate') => searchParams.get(what) === `${kind} ${name}`
	if (isShown('rename') || isShown('duplicate'))
		return (
			<div className={OUTLINE_ROW_CLASSES} id={kind === 'module' ? `module-${name}` : undefined}>
				{isShown('rename') ? (
					<RenameFields title={title} heading={heading} name={`${kind} ${name}`} />
				) : (
					<DuplicateFields title={title} name={name} modules={modules} />
				)}
			</div>
		)
	return (
		<div className={OUTLINE_ROW_CLASSES} id={kind === 'module' ? `module-${name}` : undefined}>
			{handle}
			{fold && hasScript && <FoldButton title={title} of={`lessons-${name}`} fold={fold} />}
			<PartLink part={part}>
				{lessons !== undefined && <span className="ms-auto text-soft max-md:hidden">{countNoun(lessons, 'lesson')}</span>}
			</PartLink>
			<ActionMenu label={`Change ${title}`}>
				<Link to={linkTo('rename')} className={MENU_ITEM_CLASSES} preventScrollReset aria-label={`Rename ${title}`}>
					Rename
				</Link>
				{kind === 'lesson' && (
					<button type="submit" name="do" value={`duplicate-lesson ${name}`} className={MENU_ITEM_CLASSES}>
						Duplicate <span className="sr-only">{title}</span>
					</button>
				)}
				{modules.length > 1 && (
					<Link
						to={linkTo('duplicate')}
						className={MENU_ITEM_CLASSES}
						preventScrollReset
						aria-label={`Duplicate ${title} into another module`}
					>
						Duplicate into module…
					</Link>
				)}
				<button type="submit" name="do" value={`${kind}-up ${name}`} className={MENU_ITEM_CLASSES} disabled={isFirst}>
					Move up <span className="sr-only">{title}</span>
				</button>
				<button type="submit" name="do" value={`${kind}-down ${name}`} className={MENU_ITEM_CLASSES} disabled={isLast}>
					Move down <span className="sr-only">{title}</span>
				</button>
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
