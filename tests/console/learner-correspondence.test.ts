import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { signedIn, startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

test('a learner’s page lists their tickets and latest emails, and marks tickets whose sender is not verified', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const support = await openConsoleAs(wire, 'support')
	const { user, email } = await signedIn(wire)
	const read = async () => (await support.get(`/admin/learners/${user.id}`)).text
	await db.deleteFrom('outbox_messages').execute()
	const empty = await read()
	expect([empty.includes('No tickets from this address.'), empty.includes('No emails.'), empty.includes('All emails')]).toEqual([
		true,
		true,
		false,
	])

	await sql`insert into support_tickets (name, email, subject, message, category, status, due_at, user_id, created_at)
		values ('Ana', ${email}, 'First question', 'x', 'general', 'closed', now(), ${user.id}::uuid, now() - interval '2 days'),
			('Ana', ${email}, 'Typed by anyone', 'x', 'general', 'open', now(), null, now() - interval '1 day'),
			('Bo', 'bo@example.test', 'Of another person', 'x', 'general', 'open', now(), null, now())`.execute(db)
	await sql`insert into outbox_messages (channel, to_address, template, subject, body, headers, status, created_at)
		select 'email', ${email}, 'auth.invite', 'Email ' || n, 'x', '{}', 'sent', now() - n * interval '1 hour' from generate_series(1, 7) n`.execute(
		db,
	)
	const text = await read()
	expect(rowsOf(text, 'Tickets').map(([subject, , status]) => [subject, status])).toEqual([
		['Typed by anyone Address not verified', 'open'],
		['First question', 'closed'],
	])
	expect(rowsOf(text, 'Emails').map(([subject]) => subject)).toEqual(['Email 1', 'Email 2', 'Email 3', 'Email 4', 'Email 5'])
	expect(text).toContain(`href="/admin/messages?address=${encodeURIComponent(email)}"`)
})
