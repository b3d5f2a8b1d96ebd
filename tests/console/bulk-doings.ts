import type { Doing, World } from './action-matrix.ts'

export async function listBulkDoings({ wire, operator, learner }: World): Promise<Doing[]> {
	const { db } = wire.deps
	const jobIn = async (reason: string) => {
		const job = { action: 'close-tickets', user_id: operator.userId, role: 'operator' as const, reason, created_at: wire.clock.now() }
		const known = await db.selectFrom('bulk_jobs').select('id').where('reason', '=', reason).executeTakeFirst()
		if (known) return known.id
		const { id } = await db.insertInto('bulk_jobs').values(job).returning('id').executeTakeFirstOrThrow()
		// Only a job with a pending row can be started.
		await db.insertInto('bulk_rows').values({ job_id: id, place: 1, object_kind: 'ticket', object_id: id }).execute()
		return id
	}
	const doneJobIn = async () => {
		const ended = { state: 'done' as const, ended_at: wire.clock.now(), options: JSON.stringify({ tag: 'VIP' }) }
		const job = { action: 'add-tag', user_id: operator.userId, role: 'operator' as const, created_at: wire.clock.now(), ...ended }
		const { id } = await db.insertInto('bulk_jobs').values(job).returning('id').executeTakeFirstOrThrow()
		const row = { job_id: id, place: 1, object_kind: 'account', object_id: learner, outcome: 'done' as const }
		await db.insertInto('bulk_rows').values(row).execute()
		return id
	}
	const alert = {
		kind: 'bounces' as const,
		dedupe_key: 'undo',
		facts: '{}',
		state: 'closed' as const,
		closed_by: 'x',
		closed_at: wire.clock.now(),
	}
	const known = await db.selectFrom('operator_alerts').select('id').where('dedupe_key', '=', 'undo').executeTakeFirst()
	const { id: closed } =
		known ??
		(await db
			.insertInto('operator_alerts')
			.values({ ...alert, created_at: wire.clock.now() })
			.returning('id')
			.executeTakeFirstOrThrow())
	const done = { actor_id: operator.userId, role: 'operator' as const, action: 'alert_closed', object_kind: 'alert', object_id: closed }
	const { id: entry } =
		(await db.selectFrom('operator_actions').select('id').where('object_id', '=', closed).executeTakeFirst()) ??
		(await db
			.insertInto('operator_actions')
			.values({ ...done, created_at: wire.clock.now() })
			.returning('id')
			.executeTakeFirstOrThrow())
	return [
		{ row: '/admin/account/recovery-codes', path: '/admin/account/recovery-codes' },
		{ row: '/admin/undo/:entry', path: `/admin/undo/${entry}` },
		{ row: '/admin/bulk', path: '/admin/bulk', fields: { list: 'learners', action: 'grant-access', [`row-${learner}`]: 'on' } },
		{ row: '/admin/bulk/:job/start', path: `/admin/bulk/${await jobIn('to start')}/start` },
		{ row: '/admin/bulk/:job/undo', path: `/admin/bulk/${await doneJobIn()}/undo` },
		{ row: '/admin/bulk/:job/cancel', path: `/admin/bulk/${await jobIn('to cancel')}/cancel` },
	]
}

export async function listViewDoings({ wire, operator }: World): Promise<Doing[]> {
	const { db } = wire.deps
	const view = { user_id: operator.userId, list: 'orders', name: 'Old', query: '', is_shared: false, created_at: wire.clock.now() }
	await db
		.insertInto('saved_views')
		.values(view)
		.onConflict((conflict) => conflict.doNothing())
		.execute()
	const { id } = await db.selectFrom('saved_views').select('id').where('name', '=', 'Old').executeTakeFirstOrThrow()
	// Without a form of this ID on the page, a failure is shown on an error page, as for the other actions.
	const fields = { list: 'orders', name: 'Paid', form_id: 'none', form_page: '/admin/orders' }
	return [
		{ row: '/admin/lists/views', path: '/admin/lists/views', fields },
		{ row: '/admin/lists/views/:view/delete', path: `/admin/lists/views/${id}/delete` },
	]
}
