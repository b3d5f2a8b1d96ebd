import { sql } from 'kysely'

import type { Tx } from '#server/db/database.ts'

import type { Person } from './table-rule.ts'

const ERASED_ADDRESS = 'erased@example.invalid'
const NO_ID = '00000000-0000-0000-0000-000000000000'

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Returns a pattern that matches the text as a whole, not as part of a longer address or number. */
export const wholeWordPattern = (text: string) => String.raw`(?<![[:alnum:]._+-])${literally(text)}(?![[:alnum:]_-]|\.[[:alnum:]])`

export const identifiersOf = ({ userId, emails, phones }: Person) => [...(userId === null ? [] : [userId]), ...emails, ...phones]

/**
 * Deletes a person's emails, including those sent to the team because of the person, which have the person's address as Reply-To. Queued
 * ones are not sent.
 */
export async function forgetMails(tx: Tx, { emails, phones }: Person): Promise<void> {
	const addresses = [...emails, ...phones]
	await sql`delete from outbox_messages
		where lower(to_address) = any(${addresses}::text[]) or lower(headers ->> 'Reply-To') = any(${addresses}::text[])`.execute(tx)
}

/** Deletes jobs that mention a person, except running ones. */
export async function forgetJobs(tx: Tx, person: Person): Promise<void> {
	for (const identifier of identifiersOf(person)) {
		const pattern = wholeWordPattern(identifier)
		await sql`delete from pgboss.job
			where state <> 'active' and (data::text ~* ${pattern} or output::text ~* ${pattern})`.execute(tx)
	}
}

/** Removes a person from the payment sandbox, where we act as the provider. */
export async function forgetInSandbox(tx: Tx, person: Person): Promise<void> {
	for (const identifier of identifiersOf(person)) {
		const pattern = wholeWordPattern(identifier)
		const replacement = identifier === person.userId ? NO_ID : ERASED_ADDRESS
		await sql`update sandbox_stripe.objects set body = regexp_replace(body::text, ${pattern}, ${replacement}, 'gi')::jsonb
			where body::text ~* ${pattern}`.execute(tx)
		await sql`update sandbox_stripe.events set body = regexp_replace(body, ${pattern}, ${replacement}, 'gi')
			where body ~* ${pattern}`.execute(tx)
		await sql`update sandbox_stripe.idempotency_keys set response = regexp_replace(response::text, ${pattern}, ${replacement}, 'gi')::jsonb
			where response::text ~* ${pattern}`.execute(tx)
	}
}

/**
 * Removes a person from imports. Also deletes the stored content of files that contain the person's address; such a file can't be
 * read again.
 */
export async function forgetInImports(tx: Tx, { userId, emails }: Person): Promise<void> {
	await sql`update subscriber_imports set created_by = null where created_by = ${userId}::uuid`.execute(tx)
	for (const email of emails)
		await sql`update subscriber_imports set content = null where position(${email} in lower(content)) > 0`.execute(tx)
}
