import type { Db } from '#server/db/database.ts'

import type { SmsSender } from './port.ts'

/** Creates the sandbox's SMS transport. It must not be used elsewhere, because anyone can read the codes in /dev/outbox. */
export const createOutboxSms = (db: Db, now: () => Date): SmsSender => ({
	async send({ id, to, body, stream }) {
		const at = now()
		await db
			.insertInto('outbox_messages')
			.values({
				channel: 'sms',
				to_address: to,
				template: `sms.${stream}`,
				subject: '',
				body,
				status: 'sent',
				dedupe_key: `sms:${id}`,
				attempts: 1,
				provider_id: `outbox:${id}`,
				created_at: at,
				sent_at: at,
			})
			.onConflict((conflict) => conflict.column('dedupe_key').doNothing())
			.execute()
		return { kind: 'accepted', providerId: `outbox:${id}`, status: 'delivered' }
	},
	webhooks: null,
})

export const unconfiguredSms: SmsSender = {
	send: async () => ({ kind: 'refused', refusal: 'setup', code: 'not_configured' }),
	webhooks: null,
}
