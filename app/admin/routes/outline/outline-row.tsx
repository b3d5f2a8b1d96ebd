import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { StateBadge, type Tone } from '#app/admin/ui/format.tsx'
import { fileAddress } from '#contracts/console-paths.ts'
import type { PartState } from '#server/console/outline/read-outline.ts'

const TONES: Record<Exclude<PartState, 'published'>, Tone> = { draft: 'warn', errors: 'bad', 'not written': 'calm' }

export type Part = {
	id: string
	title: string
	path: string
	state: PartState
	/** Number of new lessons in a module without other changes. */ added?: number
}

type OutlineRowProps = {
	part: Part
	course: string
	/** `kind` and `name` identify the part in the actions that move, rename or remove it, such as `lesson` and `2 first-sale`. */
	kind: string
	name: string
	isFirst: boolean
	isLast: boolean
	/** Drag handle; absent without JavaScript. */
	handle?: ReactNode
}

export const PartLink = ({ part: { title, path, state, added = 0 } }: { part: Omit<Part, 'id'> }) => (
	<>
		<Link to={fileAddress(path)} className="outline-title">
			{title || 'Untitled'}
		</Link>
		{added > 0 && <StateBadge word={added === 1 ? '1 new lesson' : `${added} new lessons`} tone="calm" />}
		{state !== 'published' && <StateBadge word={state} tone={TONES[state]} />}
	</>
)

/** Row of the outline. Its buttons move the part without a mouse. */
export const OutlineRow = ({ part, part: { title }, course, kind, name, isFirst, isLast, handle }: OutlineRowProps) => (
	<div className="outline-row" id={kind === 'module' ? `module-${name}` : undefined}>
		{handle}
		<PartLink part={part} />
		<span className="outline-moves">
			<button
				type="submit"
				name="do"
				value={`${kind}-up ${name}`}
				className="outline-move"
				disabled={isFirst}
				aria-label={`Move ${title} up`}
			>
				↑
			</button>
			<button
				type="submit"
				name="do"
				value={`${kind}-down ${name}`}
				className="outline-move"
				disabled={isLast}
				aria-label={`Move ${title} down`}
			>
				↓
			</button>
			<Link to={`?rename=${encodeURIComponent(`${kind} ${name}`)}#rename`} preventScrollReset aria-label={`Rename ${title}`}>
				Rename
			</Link>
			<Link
				to={`?remove=${encodeURIComponent(`${kind} ${name}`)}&course=${encodeURIComponent(course)}#remove`}
				preventScrollReset
				aria-label={`Remove ${title}`}
			>
				Remove
			</Link>
		</span>
	</div>
)

export type PartListProps = {
	label: string
	parts: readonly Part[]
	onOrder: (ids: readonly string[]) => void
	row: (part: Part, index: number, handle?: ReactNode) => ReactNode
}
