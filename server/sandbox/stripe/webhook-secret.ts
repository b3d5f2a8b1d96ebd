import { randomBytes } from 'node:crypto'

import type { SandboxDeps } from './objects.ts'

/** Returns the secrets, newest first. The first is created on demand and stored, so that it survives a restart. */
export async function readWebhookSecrets({ db, now }: Pick<SandboxDeps, 'db' | 'now'>): Promise<[string, ...string[]]> {
	const read = () =>
		db.selectFrom('sandbox_stripe.webhook_secrets').select('secret').orderBy('created_at', 'desc').orderBy('secret').execute()
	const known = await read()
	if (known.length === 0)
		await db
			.insertInto('sandbox_stripe.webhook_secrets')
			.values({ secret: `whsec_${randomBytes(24).toString('base64url')}`, created_at: now() })
			.execute()
	const [newest, ...older] = known.length > 0 ? known : await read()
	if (!newest) throw new Error('The sandbox could not keep a webhook secret')
	return [newest.secret, ...older.map(({ secret }) => secret)]
}
