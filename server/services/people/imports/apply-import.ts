import { sql } from 'kysely'

import { inTransaction, isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

export type ImportCounts = { confirmed: number; invited: number }

/**
 * Imports the valid rows of a file, all or none. An address counts as confirmed only if its row proves consent and the operator
 * vouches for these proofs; all others are invited by email (send-invitations.ts).
 * @throws ServiceError import_gone (409) if the file was imported or deleted in the meantime
 */
export const applyImport = (ctx: ServiceContext, { id, signsProofs }: { id: string; signsProofs: boolean }): Promise<ImportCounts> =>
	inTransaction(ctx.db, async (tx) => {
		const now = ctx.now()
		const claimed = isUuid(id)
			? await tx
					.updateTable('subscriber_imports')
					.set({ applied_at: now })
					.where('id', '=', id)
					.where('applied_at', 'is', null)
					.returning('id')
					.executeTakeFirst()
			: undefined
		if (!claimed)
			throw new ServiceError('conflict', 'import_gone', 'Nothing was changed: this file was imported or deleted in the meantime.')
		if (!signsProofs)
			await tx
				.updateTable('subscriber_import_rows')
				.set({ verdict: 'invite' })
				.where('import_id', '=', id)
				.where('verdict', '=', 'proof')
				.execute()
		const isProven = signsProofs ? sql`verdict = 'proof'` : sql`false`
		const { rows } = await sql<ImportCounts>`
			with added as (
				insert into newsletter_subscriptions
					(email, first_name, source, consent_text, consent_source, covers_newsletters, status, requested_at, confirmed_at, created_at)
				select email, first_name, 'import',
					case when ${isProven} then consent_text end, case when ${isProven} then consent_source end, ${isProven},
					case when ${isProven} then 'confirmed' else 'pending' end,
					case when ${isProven} then asked_at else ${now} end, case when ${isProven} then asked_at end, ${now}
				from subscriber_import_rows where import_id = ${id}::uuid and verdict in ('proof', 'invite') order by line
				on conflict (email) do nothing
				returning status),
				-- Of addresses that were added to the list since the file was checked.
				left_out as (
					update subscriber_import_rows as row
					set verdict = case known.status when 'unsubscribed' then 'ended' when 'suppressed' then 'suppressed' else 'known' end
					from newsletter_subscriptions as known
					where row.import_id = ${id}::uuid and row.verdict in ('proof', 'invite') and known.email = row.email)
			select count(*) filter (where status = 'confirmed')::int as confirmed, count(*) filter (where status = 'pending')::int as invited
			from added`.execute(tx)
		return rows[0] ?? { confirmed: 0, invited: 0 }
	})

const IMPORT_DAYS = 7
const DAY_MS = 86_400_000

/** Deletes imports a week after they were read. Imported rows are subscriptions by then. */
export async function deleteExpiredImports(ctx: ServiceContext): Promise<{ subscriberImports: number }> {
	const { numDeletedRows } = await ctx.db
		.deleteFrom('subscriber_imports')
		.where('created_at', '<', new Date(ctx.now().getTime() - IMPORT_DAYS * DAY_MS))
		.executeTakeFirst()
	return { subscriberImports: Number(numDeletedRows) }
}
