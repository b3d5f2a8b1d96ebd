import { sql } from 'kysely'
import { z } from 'zod'

import type { Content } from '#content/load-content.server.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { type ComplimentaryItem, listComplimentaryItems } from '#server/services/commerce/settlement/complimentary-access.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { ownsAddress } from '#server/services/identity/accounts/user-record.ts'
import { isOpenUntil } from '#server/services/learning/entitlements/entitlements.ts'
import { addLearner, logGiven } from '#server/services/operations/accounts/add-learner.ts'
import { addTag } from '#server/services/people/tags/learner-tags.ts'

const OptionsSchema = z.object({
	import: z.uuid(),
	/** IDs of `listComplimentaryItems`. */
	gifts: z.array(z.string()),
	/** True to email everyone who is added or gets access. */
	mails: z.boolean(),
})
type AddLearnersOptions = z.infer<typeof OptionsSchema>

const giftsOf = (content: Content, { gifts }: AddLearnersOptions): ComplimentaryItem[] =>
	listComplimentaryItems(content).filter(({ id }) => gifts.includes(id))

export function describeAddLearners(content: Content, options: unknown): string {
	const read = OptionsSchema.parse(options)
	const titles = giftsOf(content, read).map(({ title }) => title)
	return [
		'New addresses get an account without a password. Existing accounts keep their name. Tags of the file are added.',
		titles.length > 0 ? `Everyone gets access to ${titles.join(', ')}, unless they already have it.` : '',
		read.mails ? 'Everyone who is added or gets access is emailed.' : 'No email is sent.',
	]
		.filter(Boolean)
		.join(' ')
}

/** Adds the valid rows of a file to a job, with the email addresses as IDs. */
export async function insertLearnerRows(
	ctx: ServiceContext,
	{ job, options }: { job: string; options: AddLearnersOptions },
): Promise<number> {
	const gifts = giftsOf(ctx.content, options)
	const parts = JSON.stringify(gifts.flatMap((gift) => gift.parts))
	const { numAffectedRows } = await sql`insert into bulk_rows (job_id, place, object_kind, object_id, outcome, note)
		select ${job}::uuid, row_number() over (order by file.line), 'address', file.email, case when why is not null then 'skipped' end, why
		from subscriber_import_rows as file
		left join lateral (select id, email, email_confirmed_at from auth.users
			where email = file.email and deleted_at is null and ${ownsAddress}) as account on true
		cross join lateral (select case
			when account.id is null then null
			when exists (select from unnest(file.tags) as tag where lower(tag) not in (select key from learner_tags where user_id = account.id)) then null
			when ${gifts.length === 0} then 'already has an account'
			when not exists (select from jsonb_to_recordset(${parts}::jsonb) as part (courses text[], modules smallint[])
				where not exists (select from entitlements where ${isOpenUntil(null)}
					and (user_id = account.id or (entitlements.email = account.email and (account.email_confirmed_at is not null or user_id is null)))
					and (course_ids && part.courses or module_ids && part.modules))) then 'already has this access' end as why) as judged
		where file.import_id = ${options.import}::uuid and file.verdict in ('new', 'known')`.execute(ctx.db)
	return Number(numAffectedRows ?? 0)
}

/** Marks the import as applied. Rows that were already imported stay as they are. */
export async function markImported({ db, now }: ServiceContext, options: unknown): Promise<void> {
	await db
		.updateTable('subscriber_imports')
		.set({ applied_at: now() })
		.where('id', '=', OptionsSchema.parse(options).import)
		.where('applied_at', 'is', null)
		.execute()
}

/** Adds tags up to the limits; the account is kept even if a tag isn't. @returns the added ones */
async function addTags(ctx: ServiceContext, userId: string, tags: readonly string[]): Promise<string[]> {
	const added: string[] = []
	for (const tag of tags) {
		const name = await addTag(ctx, { userId, tag }).catch((error: unknown) => {
			if (error instanceof ServiceError && error.code === 'tag_refused') return null
			throw error
		})
		if (name !== null) added.push(name)
	}
	return added
}

/** @returns why there was nothing to do, or what to write to the activity log */
export async function addImportedLearner(ctx: ServiceContext, { email, options }: { email: string; options: unknown }) {
	const { import: file, gifts, mails } = OptionsSchema.parse(options)
	const row = await ctx.db
		.selectFrom('subscriber_import_rows')
		.select(['first_name', 'tags'])
		.where('import_id', '=', file)
		.where('email', '=', email)
		.where('verdict', 'in', ['new', 'known'])
		.executeTakeFirst()
	// Another column was chosen, or the file was deleted, after the preview.
	if (!row) return 'no longer in the file'
	const { userId, isNew, given } = await addLearner(ctx, { email, name: row.first_name, gifts, mails })
	const tags = await addTags(ctx, userId, row.tags ?? [])
	if (!isNew && given.length === 0 && tags.length === 0) return gifts.length === 0 ? 'already has an account' : 'already has this access'
	const after = {
		...logGiven(given),
		...(isNew && { emailed: mails }),
		...(tags.length > 0 && { tag: tags.join(', ') }),
	}
	const logged = isNew ? 'learner_added' : given.length > 0 ? 'access_given' : 'learner_tagged'
	return { logged, kind: 'account', objectId: userId, after }
}
