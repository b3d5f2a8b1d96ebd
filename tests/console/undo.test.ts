import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { automationsOf } from '#server/services/people/lifecycle/automations.ts'
import { listAutomations } from '#server/services/people/lifecycle/set-automations.ts'
import { unsubscribeToken } from '#server/services/people/newsletter/newsletter-mails.ts'
import { endSubscription } from '#server/services/people/newsletter/subscriptions.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const addTicket = async ({ deps: { db }, clock }: Wire) =>
	(
		await db
			.insertInto('support_tickets')
			.values({ name: 'Ana', email: 'ana@list.test', subject: 'Where?', message: 'x', due_at: clock.now() })
			.returning('id')
			.executeTakeFirstOrThrow()
	).id

const undoIn = (to: string) => /undo=([\w-]{36})/.exec(to)?.[1] ?? ''

test('closing and assigning a ticket can be undone, which is logged', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const id = await addTicket(wire)
	const read = () =>
		wire.deps.db.selectFrom('support_tickets').select(['status', 'assigned_to']).where('id', '=', id).executeTakeFirstOrThrow()
	const closed = await support.post(`/admin/tickets/${id}/close`)
	expect((await support.get(closed.to)).text).toContain(`action="/admin/undo/${undoIn(closed.to)}"`)
	const undone = await support.post(`/admin/undo/${undoIn(closed.to)}`, { form_page: closed.to })
	expect(undone.to).toBe(`/admin/tickets/${id}?notice=undone`)
	expect(await read()).toEqual({ status: 'open', assigned_to: null })
	const assigned = await support.post(`/admin/tickets/${id}/assign`, { to: 'me' })
	expect((await read()).assigned_to).toBe(support.userId)
	await support.post(`/admin/undo/${undoIn(assigned.to)}`)
	expect((await read()).assigned_to).toBeNull()
	const log = await wire.deps.db.selectFrom('operator_actions').select('action').where('object_id', '=', id).orderBy('id').execute()
	expect(log.map(({ action }) => action)).toEqual(['ticket_closed', 'undone', 'ticket_assigned', 'undone'])
	// An answered ticket must not wait for an answer again.
	await wire.deps.db.updateTable('support_tickets').set({ status: 'answered', answered_at: wire.clock.now() }).execute()
	await support.post(`/admin/undo/${undoIn((await support.post(`/admin/tickets/${id}/close`)).to)}`)
	expect((await read()).status).toBe('answered')
})

test('turning an automation on or off can be undone', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const [rule] = automationsOf(wire.deps.content)
	const turn = async (on: string) => {
		const turned = await operator.post(`/admin/lifecycle/${rule?.name}`, { on })
		await operator.post(`/admin/undo/${undoIn(turned.to)}`)
		return (await listAutomations(wire.deps, wire.deps.db)).find(({ name }) => name === rule?.name)?.isOn
	}
	expect(await turn('yes')).toBe(false)
	await operator.post(`/admin/lifecycle/${rule?.name}`, { on: 'yes' })
	expect(await turn('no')).toBe(true)
})

test('an undo is refused after another change, a second time, for someone else, and after 15 minutes', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const operator = await openConsoleAs(wire, 'operator')
	const id = await addTicket(wire)
	const close = async () => undoIn((await support.post(`/admin/tickets/${id}/close`)).to)
	const reopen = () => operator.post(`/admin/tickets/${id}/reopen`)
	const first = await close()
	expect((await operator.post(`/admin/undo/${first}`)).status).toBe(404)
	await reopen()
	await operator.post(`/admin/tickets/${id}/close`)
	const late = await support.post(`/admin/undo/${first}`)
	expect([late.status, late.text.includes('this was changed again in the meantime')]).toEqual([409, true])
	await reopen()
	const second = await close()
	expect((await support.post(`/admin/undo/${second}`)).status).toBe(303)
	expect((await support.post(`/admin/undo/${second}`)).status).toBe(409)
	const third = await close()
	wire.clock.advance(16 * 60_000)
	expect((await support.post(`/admin/undo/${third}`)).text).toContain('more than 15 minutes ago')
	expect((await support.post('/admin/undo/none')).status).toBe(404)
})

test('undoing an ended subscription restores a confirmed one, but not one that was never confirmed', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { db } = wire.deps
	const at = wire.clock.now()
	const add = (email: string, status: 'confirmed' | 'pending') =>
		db
			.insertInto('newsletter_subscriptions')
			.values({ email, source: 'blog', status, requested_at: at, created_at: at, confirmed_at: status === 'confirmed' ? at : null })
			.returning('id')
			.executeTakeFirstOrThrow()
	const reader = await add('reader@list.test', 'confirmed')
	const waiting = await add('waiting@list.test', 'pending')
	const leaving = await add('zoe@list.test', 'confirmed')
	const ended = await operator.post(`/admin/subscribers/${reader.id}/end`, { reason: 'Asked' })
	expect((await operator.post(`/admin/undo/${undoIn(ended.to)}`)).status).toBe(303)
	expect((await operator.post(`/admin/subscribers/${waiting.id}/end`, { reason: 'Asked' })).to).not.toContain('undo=')
	// If the subscriber unsubscribes in the meantime, an undo doesn't change that.
	const endedToo = await operator.post(`/admin/subscribers/${leaving.id}/end`, { reason: 'Asked' })
	const ctx = systemContext(wire.deps, 'test')
	expect(await endSubscription(ctx, await unsubscribeToken(ctx, leaving.id))).toBe('ended')
	expect((await operator.post(`/admin/undo/${undoIn(endedToo.to)}`)).status).toBe(409)
	const rows = await db.selectFrom('newsletter_subscriptions').select(['status', 'ended_by']).orderBy('email').execute()
	expect(rows).toEqual([
		{ status: 'confirmed', ended_by: null },
		{ status: 'unsubscribed', ended_by: 'operator' },
		{ status: 'unsubscribed', ended_by: 'reader' },
	])
})

test('an application’s status change can be undone, unless it was changed again', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const operator = await openConsoleAs(wire, 'operator')
	const other = await openConsoleAs(wire, 'operator', 'second@academy.test')
	const { id } = await db
		.insertInto('job_applications')
		.values({ name: 'N', email: 'n@list.test', message: 'x', created_at: wire.clock.now(), status: 'answered' })
		.returning('id')
		.executeTakeFirstOrThrow()
	const close = async () => undoIn((await operator.post(`/admin/applications/${id}/closed`)).to)
	const read = async () => (await db.selectFrom('job_applications').select('status').executeTakeFirstOrThrow()).status
	expect((await operator.post(`/admin/undo/${await close()}`)).status).toBe(303)
	expect(await read()).toBe('answered')
	const entry = await close()
	await other.post(`/admin/applications/${id}/new`)
	const refused = await operator.post(`/admin/undo/${entry}`)
	expect([refused.status, refused.text.includes('this was changed again in the meantime'), await read()]).toEqual([409, true, 'new'])
})
