import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { StateBadge, type Tone } from '#app/admin/ui/format.tsx'
import { fileAddress } from '#contracts/console-paths.ts'
import type { PartState } from '#server/console/outline/read-outline.ts'

const TONES: Record<Exclude<PartState, 'published'>, Tone> = { draft: 'warn', errors: 'bad', 'not written': 'calm' }

/** A module, or a lesson of one. */
export type Part = {
	id: string
	title: string
	path: string
	state: PartState
	/** New lessons of a module that is otherwise as it is published. */ added?: number
}

type OutlineRowProps = {
	part: Part
	/** File of its course. */
	course: string
	/** Kind of part, for the action that moves, renames or removes it: `lesson`, and `2 first-sale`. */
	kind: string
	name: string
	isFirst: boolean
	isLast: boolean
	/** Drag handle, with JavaScript. */
	handle?: ReactNode
}

/** Links to the editor of a part, with its state unless it is public. */
export const PartLink = ({ part: { title, path, state, added = 0 } }: { part: Omit<Part, 'id'> }) => (
	<>
		<Link to={fileAddress(path)} className="outline-title">
			{title || 'Untitled'}
		</Link>
		{added > 0 && <StateBadge word={added === 1 ? '1 new lesson' : `${added} new lessons`} tone="calm" />}
		{state !== 'published' && <StateBadge word={state} tone={TONES[state]} />}
	</>
)

/** Line of a part: editor link, state, and buttons to move it without a mouse. */
export const OutlineRow = ({ part, part: { title }, course, kind, name, isFirst, isLast, handle }: OutlineRowProps) => (
	<div className="outline-row">
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

/** Props of a list of parts, draggable or not. */
export type PartListProps = {
	label: string
	parts: readonly Part[]
	/** Saves the order after something was dragged. */
	onOrder: (ids: readonly string[]) => void
	/** @param handle drags it */
	row: (part: Part, index: number, handle?: ReactNode) => ReactNode
}
