import type { RawBuilder } from 'kysely'

import type { TaughtCourse } from '#content/derive-further-courses.ts'
import type { Content } from '#content/load-content.server.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Request for a bulk action. `course` is null in jobs from before courses could be chosen. */
type ActionRequest = { userId: string; course: TaughtCourse | null; options: unknown }

/** Entry in the activity log for a row that isn't itself the logged object. */
export type BulkLogEntry = { logged: string; kind: string; objectId: string; after: object }

export type BulkActionDefinition = {
	list: 'orders' | 'learners' | 'tickets' | 'subscribers' | 'messages' | 'health/jobs'
	/** Label of the menu entry and of the button. */
	label: string
	/** Returns the label of an action on a course, from the course's title. */
	nameWith?: (course: string) => string
	/** True if the action is about a tag: the form asks for one, and the label ends with it. */
	takesTag?: true
	/** Effects on people, including emails; shown in the preview. */
	effect: string | ((content: Content, options: unknown) => string)
	/** Rows on which the action has another effect; the preview counts them. */
	exception?: { where: RawBuilder<boolean>; describe: (count: number) => string }
	role: 'operator' | 'support'
	/** Name of the action that undoes this one for the rows that it changed. Omitted for actions that send mail or move money. */
	undoneBy?: string
	/** True requires a fresh second factor (step-up), like the action on a single row. */
	isGuarded: boolean
	/** True if it takes something away, so its button is red. */
	isDestructive?: true
	needsReason: boolean
	/** Name in the activity log. */
	logged: string
	kind: string
	/** Rows in a list that the action can be chosen for; null if its rows come from elsewhere. */
	rows: {
		table: string
		/** SQL expression over the table, aliased as `row`: why a row would be skipped, or null. */
		skip: (request: ActionRequest) => RawBuilder<string | null>
	} | null
	/** Runs in the transaction that starts the job. */
	onStart?: (ctx: ServiceContext, options: unknown) => Promise<void>
	/**
	 * Runs the action in the row's transaction.
	 * @returns null if it succeeded, or the reason why the row was skipped after all. An action that changes another object than the row
	 * returns its entry for the activity log.
	 */
	act: (ctx: ServiceContext, row: { id: string; asked: ActionRequest }) => Promise<string | BulkLogEntry | null>
}

export type BulkAction = BulkActionDefinition & { course: TaughtCourse | null }

export const free = { role: 'support', isGuarded: false, needsReason: false } as const
export const guarded = { role: 'operator', isGuarded: true, needsReason: true } as const
