import { expect, test } from 'vitest'

import { loadEdited } from '#content/loaded.server.ts'
import { readShipped } from '#content/read-sources.server.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import { systemContext } from '#server/services/context.ts'
import { relyingPartyOf } from '#server/services/identity/relying-party.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { openShop } from '#tests/factories/shop.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const file = (readShipped().get('site.json') ?? '').replace('"name": "Launchway"', '"name": "Second Wind"')
const renamed = loadEdited(new Map([['site.json', file]]))

const MAIL = { template: 'order.receipt', subject: 'Receipt', text: 'Paid.', html: '<p>Paid.</p>' } as const

async function openSite(env: Record<string, string> = {}) {
	const mails: EmailMessage[] = []
	const send = async (mail: EmailMessage) => ({ kind: 'accepted', providerId: `test-${mails.push(mail)}` }) as const
	const made = await makeTestDeps({ email: { send }, env })
	const shop = await openShop({ made })
	return {
		publish: () => Object.defineProperty(made.deps, 'content', { value: renamed }),
		readNames: async () => {
			const ctx = systemContext(made.deps, 'test')
			await ctx.db.transaction().execute((tx) => enqueueMessage(ctx, tx, { ...MAIL, to: `ana${mails.length}@example.test` }))
			await runDueJobs(made.deps)
			const pages = await Promise.all(['/sandbox/checkout/none', '/sandbox/payments'].map((path) => shop.open(path)))
			const brands = pages.map(({ text }) => /alt=""\/>([^<]*)</.exec(text)?.[1])
			return [...brands, mails.at(-1)?.siteName, relyingPartyOf(ctx).name]
		},
	}
}

test('checkout, mails and passkeys use the published site name at once', async () => {
	const site = await openSite()
	expect(await site.readNames()).toEqual(['Launchway', 'Launchway', 'Launchway', 'Launchway'])
	site.publish()
	expect(await site.readNames()).toEqual(['Second Wind', 'Second Wind', 'Second Wind', 'Second Wind'])
})

test('the logo’s URL changes with the published colors, so that a cached logo isn’t shown', async () => {
	const made = await makeTestDeps()
	const shop = await openShop({ made })
	const readIcon = async () => /<img src="(\/favicon\.svg[^"]*)"/.exec((await shop.open('/sandbox/checkout/none')).text)?.[1]
	const before = await readIcon()
	const { content } = made.deps
	const day = { ...content.brand.day, accent: '#0b6b3a' }
	Object.defineProperty(made.deps, 'content', { value: { ...content, brand: { ...content.brand, day } } })
	expect(before).toMatch(/\?v=[\w-]{10}$/)
	expect(await readIcon()).not.toBe(before)
})

test('a configured name for passkeys isn’t replaced', async () => {
	const site = await openSite({ GOTRUE_WEBAUTHN_RP_DISPLAY_NAME: 'Bea' })
	site.publish()
	expect((await site.readNames()).at(-1)).toBe('Bea')
})
