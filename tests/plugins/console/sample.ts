import { randomBytes } from 'node:crypto'

import type { PluginSample } from '#tests/plugins/samples.ts'

export const sample: PluginSample = {
	fillAccount: async ({ db, now }, userId) => {
		const { id } =
			(await db.selectFrom('auth.sessions').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) ??
			(await db
				.insertInto('auth.sessions')
				.values({ user_id: userId, refresh_key: randomBytes(32) })
				.returning('id')
				.executeTakeFirstOrThrow())
		await db
			.insertInto('auth.console_sessions')
			.values({ token_hash: randomBytes(32), session_id: id, created_at: now(), seen_at: now() })
			.execute()
		await db
			.insertInto('auth.console_links')
			.values({ token_hash: randomBytes(32), user_id: userId, created_at: now(), expires_at: now() })
			.execute()
		await db
			.insertInto('auth.console_invitations')
			.values({
				email: `${userId}@invited.example`,
				role: 'support',
				token_hash: randomBytes(32),
				invited_by: userId,
				created_at: now(),
				sent_at: now(),
				expires_at: now(),
			})
			.execute()
		await db.insertInto('auth.learner_views').values({ session_id: id, user_id: userId, created_at: now(), ends_at: now() }).execute()
		await db
			.insertInto('operator_actions')
			.values([
				{ actor_id: userId, role: 'operator', action: 'alert_closed', object_kind: 'alert', object_id: 'an-alert', created_at: now() },
				{
					actor_id: null,
					role: 'operator',
					action: 'account_banned',
					object_kind: 'account',
					object_id: userId,
					reason: `Asked for by ${userId}`,
					created_at: now(),
				},
			])
			.execute()
		await db
			.insertInto('queue_decisions')
			.values({
				kind: 'stands-still',
				object: userId,
				state: 'done',
				basis: 'never',
				user_id: userId,
				decided_by: userId,
				decided_at: now(),
			})
			.execute()
		await db
			.insertInto('list_preferences')
			.values({ user_id: userId, list: 'orders', hidden: ['code'], page_rows: 25 })
			.execute()
		await db
			.insertInto('saved_views')
			.values({ user_id: userId, list: 'orders', name: 'Paid', query: 'state=paid', is_shared: false, created_at: now() })
			.execute()
		const { id: job } = await db
			.insertInto('bulk_jobs')
			.values({ action: 'grant-access', user_id: userId, role: 'operator', reason: 'A gift', created_at: now() })
			.returning('id')
			.executeTakeFirstOrThrow()
		await db.insertInto('bulk_rows').values({ job_id: job, place: 1, object_kind: 'account', object_id: userId, outcome: 'done' }).execute()
		await db
			.insertInto('content_versions')
			.values({ path: 'site.json', body: '{}', origin: '{}', author_id: userId, created_at: now() })
			.execute()
		await db.insertInto('content_releases').values({ edits: '{}', author_id: userId, created_at: now() }).execute()
		const picture = await db
			.insertInto('media')
			.values({ kind: 'picture', name: 'sky.svg', alt: 'The sky', width: 1, height: 1, bytes: 1, uploader_id: userId, created_at: now() })
			.returning('id')
			.executeTakeFirstOrThrow()
		const file = { media_id: picture.id, variant: 0 }
		await db
			.insertInto('media_files')
			.values({ ...file, content_type: 'image/svg+xml', bytes: 1, checksum: Buffer.alloc(32) })
			.execute()
		await db
			.insertInto('media_chunks')
			.values({ ...file, number: 0, data: Buffer.from('s') })
			.execute()
		await db
			.insertInto('scheduled_releases')
			.values({
				base: null,
				changes: '{}',
				versions: [],
				author_id: userId,
				created_at: now(),
				due_at: now(),
				ended_at: now(),
				outcome: 'canceled',
			})
			.execute()
	},
	inPolicy: {
		'auth.console_sessions': ['what our own people do in the console', 'account'],
		'auth.console_links': ['what our own people do in the console', 'account'],
		'auth.console_invitations': ['what our own people do in the console', 'account'],
		'auth.learner_views': ['what our own people do in the console', 'account'],
		operator_actions: ['what our own people do in the console', 'account'],
		queue_decisions: ['what our own people do in the console', 'account'],
		list_preferences: ['what our own people do in the console', 'account'],
		saved_views: ['what our own people do in the console', 'account'],
		bulk_jobs: ['what our own people do in the console', 'account'],
		bulk_rows: ['what our own people do in the console', 'account'],
		content_versions: ['what our own people do in the console', 'account'],
		content_releases: ['what our own people do in the console', 'account'],
		scheduled_releases: ['what our own people do in the console', 'account'],
		media: ['what our own people do in the console', 'account'],
		media_files: ['what our own people do in the console', 'account'],
		media_chunks: ['what our own people do in the console', 'account'],
	},
	leftOut: {
		'auth.console_sessions': 'token_hash session_id',
		'auth.console_links': 'token_hash',
		'auth.console_invitations': 'token_hash invited_by',
		'auth.learner_views': 'session_id',
		operator_actions: 'actor_id before after',
		queue_decisions: 'object basis decided_by',
		bulk_jobs: 'role options',
		bulk_rows: 'job_id place object_id',
		content_versions: 'origin author_id autosaved_since because_of',
		content_releases: 'edits author_id',
		scheduled_releases: 'base changes versions author_id problems',
		media: 'kind width height bytes video_id language uploader_id',
	},
}
