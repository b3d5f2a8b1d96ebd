import { sql } from 'kysely'

import { isUuid } from '#server/db/uuid.ts'

/** Condition on a table named `form` that is read newest first: rows after the one with this id, or all without one. */
export const isAfter = (name: 'module_feedback' | 'early_access_requests' | 'job_applications', cursor: string | null) =>
	cursor !== null && isUuid(cursor)
		? sql<boolean>`(form.created_at, form.id) < ((select created_at from ${sql.table(name)} where id = ${cursor}), ${cursor}::uuid)`
		: sql<boolean>`true`
