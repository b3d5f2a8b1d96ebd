import type { GatedModule } from '#domain/gating/check-module-access.ts'
import { fitsQuota, type StorageUse } from '#domain/storage/storage-quotas.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { requireOpenModule } from './read-open-lesson.ts'

/**
 * Requires that the learner may read the record's module. Throws a conflict instead of a 403 or 404: the browser then keeps the
 * record, sends the others, and retries only after a change.
 * @param home prefix of the error codes
 * @throws ServiceError `<home>_unknown`, `<home>_closed` (409)
 */
export async function requireReader(
	ctx: ServiceContext,
	home: `${string}_${'module' | 'section'}`,
	module: GatedModule | null,
): Promise<void> {
	const [, kind = ''] = home.split('_')
	if (!module) throw new ServiceError('conflict', `${home}_unknown`, `We can’t find that ${kind} in the course`)
	try {
		await requireOpenModule(ctx, module, [])
	} catch (error) {
		if (error instanceof ServiceError) throw new ServiceError('conflict', `${home}_closed`, error.message)
		throw error
	}
}

/**
 * Requires space for a write, and returns the storage use after it.
 * @param growth additional bytes
 * @throws ServiceError `storage_full` (413)
 */
export function requireQuota(storage: StorageUse, growth: number, what: string): StorageUse {
	const after = { ...storage, used: storage.used + growth }
	if (!fitsQuota(after, growth)) throw new ServiceError('too-large', 'storage_full', `Your account has no storage left for ${what}`)
	return after
}
