import { sql } from 'kysely'

import { CODE_MAIL_DAYS, daysBeforeMs } from '#domain/privacy/periods.ts'
import { deleteInBatches } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

const hasCode = (template: string) => template.startsWith('auth.') || template === 'order.access'

/** Lists the templates with one index lookup each, regardless of the number of emails. */
async function listTemplates({ db }: ServiceContext): Promise<string[]> {
	const { rows } = await sql<{ template: string }>`
		with recursive found as (
			select min(template) as template from outbox_messages
			union all select (select min(m.template) from outbox_messages m where m.template > found.template) from found where found.template is not null
		) select template from found where template is not null`.execute(db)
	return rows.map(({ template }) => template)
}

/**
 * Deletes emails with a code or link, which are kept for a shorter time than others. Processes one template at a time, to use the index.
 */
export async function deleteCodeMails(ctx: ServiceContext): Promise<{ outbox_messages: number }> {
	const before = new Date(daysBeforeMs(ctx.now().getTime(), CODE_MAIL_DAYS))
	let deleted = 0
	for (const template of (await listTemplates(ctx)).filter(hasCode))
		deleted += await deleteInBatches(ctx.db, 'outbox_messages', {
			by: 'created_at',
			due: sql`template = ${template} and created_at < ${before}`,
		})
	return { outbox_messages: deleted }
}
