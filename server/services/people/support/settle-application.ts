import { isUuid } from '#server/db/uuid.ts'
import type { ServiceContext } from '#server/services/context.ts'

export const APPLICATION_STATES = ['new', 'answered', 'closed'] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]

/**
 * Updates an application's status.
 * @returns true if that changed anything
 */
export async function settleApplication({ db }: ServiceContext, id: string, state: ApplicationState): Promise<boolean> {
	if (!isUuid(id)) return false
	const changed = await db
		.updateTable('job_applications')
		.set({ status: state })
		.where('id', '=', id)
		.where('status', '<>', state)
		.returning('id')
		.executeTakeFirst()
	return changed !== undefined
}
