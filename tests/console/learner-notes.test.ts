import { expect, test } from 'vitest'

import { buyAsLearner } from '#tests/factories/refund.ts'
import { signedIn, startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

async function openLearner() {
	const wire = await startWire()
	const { learner, orderId } = await buyAsLearner(wire.deps)
	const support = await openConsoleAs(wire, 'support')
	const page = `/admin/learners/${learner.userId}`
	const readNotes = () => wire.deps.db.selectFrom('learner_notes').selectAll().execute()
	return { wire, support, page, orderId, readNotes }
}

test('support notes something about a learner, colleagues see who wrote it, and it can be deleted', async () => {
	const { wire, support, page, readNotes } = await openLearner()
	expect((await support.post(`${page}/note`, { note: '  Called on <Monday>. ' })).to).toBe(`${page}?notice=learner-noted`)
	const [note] = await readNotes()
	const operator = await openConsoleAs(wire, 'operator')
	const { text } = await operator.get(page)
	for (const part of ['Called on &lt;Monday&gt;.', '<strong>support', 'Delete note']) expect(text).toContain(part)
	const other = (await signedIn(wire)).user.id
	expect((await operator.post(`/admin/learners/${other}/note/${note?.id}/delete`)).status).toBe(404)
	expect((await operator.post(`${page}/note/nothing/delete`)).status).toBe(404)
	expect((await operator.post(`${page}/note/${note?.id}/delete`)).to).toBe(`${page}?notice=learner-note-deleted`)
	expect(await readNotes()).toEqual([])
	const log = await wire.deps.db.selectFrom('operator_actions').selectAll().where('action', 'like', 'learner_note%').orderBy('id').execute()
	expect(log.map(({ action, role }) => [action, role])).toEqual([
		['learner_note_added', 'support'],
		['learner_note_deleted', 'operator'],
	])
	expect(JSON.stringify(log)).not.toContain('Monday')
})

test('of more than a hundred notes, the page says that it lists the newest', async () => {
	const { wire, support, page } = await openLearner()
	const add = (count: number, at: number) =>
		wire.deps.db
			.insertInto('learner_notes')
			.values(
				Array.from({ length: count }, (_, index) => ({
					user_id: page.slice('/admin/learners/'.length),
					body: `Note ${at + index}.`,
					created_at: new Date(wire.clock.now().getTime() + at + index),
				})),
			)
			.execute()
	await add(100, 1)
	expect((await support.get(page)).text).not.toContain('The 100 newest of')
	await add(4, 101)
	const { text } = await support.get(page)
	expect(text).toContain('The 100 newest of 104.')
	expect([text.includes('Note 104.'), text.includes('Note 4.')]).toEqual([true, false])
})

test('an empty or too long note is refused, and keeps what was typed', async () => {
	const { support, page, readNotes } = await openLearner()
	const empty = await support.post(`${page}/note`, { note: ' ' })
	expect([empty.status, empty.text.includes('Write something first.')]).toEqual([422, true])
	const long = await support.post(`${page}/note`, { note: 'x'.repeat(2001) })
	expect([long.status, long.text.includes('2,000 characters'), long.text.includes('xxxx')]).toEqual([422, true, true])
	expect(await readNotes()).toEqual([])
})

test('the learner page resends the access email of an order and stays on the page', async () => {
	const { wire, support, page, orderId } = await openLearner()
	const id = page.slice('/admin/learners/'.length)
	expect((await support.get(page)).text).toContain('Resend access email')
	expect((await support.post(`/admin/orders/${orderId}/mail`, { mail: 'access', learner: id })).to).toBe(`${page}?notice=mail-sent-again`)
	expect((await support.post(`/admin/orders/${orderId}/mail`, { mail: 'access', learner: '//evil.test' })).to).toContain('/admin/orders/')
	await wire.deps.db.updateTable('entitlements').set({ state: 'revoked' }).where('order_id', '=', orderId).execute()
	expect((await support.get(page)).text).not.toContain('Resend access email')
})
