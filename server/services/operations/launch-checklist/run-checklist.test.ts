import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { loadedContent as published } from '#content/loaded.server.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { recordBackup } from '#server/services/platform/backups/record-backup.ts'
import { openMailSink } from '#tests/setup/mail-sink.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import type { CheckInputs } from './check.ts'
import { type ContentFacts, readContentFacts } from './read-content-facts.ts'
import { listChecks, runChecklist } from './run-checklist.ts'

const SITE = 'https://academy.org'
const HOOK = `${SITE}/webhooks/stripe`
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PUBLISHED = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const GIGABYTE = 1e9
const DAY_MS = 86_400_000

/** A complete installation without problems. Each test breaks one part of it. */
const soundWorld = () => ({
	env: {} as Record<string, string>,
	stripe: {
		key: 'sk_live_0123456789abcdef',
		account: { charges_enabled: true, payouts_enabled: true } as Record<string, boolean>,
		knowsTerms: true,
		endpoints: [{ id: 'we_1', url: HOOK, status: 'enabled', enabled_events: ['*'] }],
		undelivered: [] as { object: string; id: string; type: string }[],
		hasPrice: true,
		tax: 'active',
		registrations: [{ object: 'tax.registration', id: 'taxreg_1', country: 'DE' }],
	},
	sms: { status: 'active' },
	mailPassword: 'good',
	dns: new Map([
		['academy.org', ['google-site-verification=x', 'v=spf1 include:mail.test ~all']],
		['lw._domainkey.academy.org', [`v=DKIM1; k=rsa; p=${PUBLISHED}`]],
		['_dmarc.academy.org', ['v=DMARC1; p=quarantine']],
	]),
	content: {
		supportEmail: 'hello@academy.org',
		samples: { testimonials: 0, figures: [], texts: [] },
		planned: [],
		hasFilm: true,
		makesInvoices: true,
		accessPolicy: 'enrolled',
	} as Partial<ContentFacts>,
	health: { status: 200, body: '{"status":"ok"}' },
	around: {} as Partial<CheckInputs>,
	backupAgeHours: 20 as number | null,
	reports: { error: null as string | null, count: 1 },
})
type World = ReturnType<typeof soundWorld>

/** Serves the parts of Stripe and Twilio that the checklist requests, on local ports. */
async function openServices({ stripe, sms }: World) {
	const opened: string[] = []
	const coupons: string[] = []
	const list = (data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/' })
	const code = (coupon: string) => ({
		id: `promo_${coupon}`,
		object: 'promotion_code',
		code: coupon.split('-')[0],
		promotion: { type: 'coupon', coupon },
		expires_at: null,
		metadata: { source: 'launchway' },
	})
	const noTerms = {
		error: { type: 'invalid_request_error', message: 'You cannot collect consent to your terms of service unless a URL is set' },
	}
	const answers: [RegExp, (id: string) => unknown][] = [
		[/^GET \/v1\/account$/, () => ({ object: 'account', id: 'acct_1', ...stripe.account })],
		[
			/^POST \/v1\/checkout\/sessions$/,
			() => (stripe.knowsTerms ? { object: 'checkout.session', id: `cs_${opened.push('open')}` } : noTerms),
		],
		[/^POST \/v1\/checkout\/sessions\/\w+\/expire$/, () => ({ object: 'checkout.session', id: opened.pop() })],
		[/^GET \/v1\/webhook_endpoints\b/, () => list(stripe.endpoints)],
		[/^GET \/v1\/events\b/, () => list(stripe.undelivered)],
		[/^GET \/v1\/tax\/settings$/, () => ({ object: 'tax.settings', status: stripe.tax })],
		[/^GET \/v1\/tax\/registrations\b/, () => list(stripe.registrations)],
		[/^GET \/v1\/prices\b/, () => list(stripe.hasPrice ? [{ object: 'price', id: 'price_1' }] : [])],
		[/^GET \/v1\/coupons\/([^?]+)/, (id) => ({ object: 'coupon', id: coupons[coupons.push(id) - 1] })],
		[/^GET \/v1\/promotion_codes\b/, () => list(coupons.map(code))],
		[/^GET \/2010-04-01\/Accounts\/AC0+\.json$/, () => sms],
	]
	const answer = (request: IncomingMessage): [number, unknown] => {
		const asked = `${request.method} ${request.url}`
		if (asked.includes('/v1/') && !request.headers.authorization?.includes('sk_live_0123456789abcdef'))
			return [401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }]
		const [known, say] = answers.find(([pattern]) => pattern.test(asked)) ?? []
		const body = say?.(known?.exec(asked)?.[1] ?? '')
		if (body === undefined) return [404, { error: { type: 'invalid_request_error', message: `no ${asked}` } }]
		return [body === noTerms ? 400 : 200, body]
	}
	const server = createServer((request, response) => {
		request.resume()
		const [status, body] = answer(request)
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
	})
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
	onTestFinished(() => void server.close())
	return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, opened }
}

const sid = (prefix: string) => prefix + '0'.repeat(32)

const environmentOf = (world: World, origin: string, mailPort: number): Record<string, string> => ({
	NODE_ENV: 'production',
	GOTRUE_SITE_URL: SITE,
	OPERATOR_EMAIL: 'me@academy.org',
	STRIPE_API_BASE: origin,
	STRIPE_SECRET_KEY: world.stripe.key,
	STRIPE_WEBHOOK_SECRETS: 'whsec_0123456789',
	GOTRUE_SMTP_HOST: '127.0.0.1',
	GOTRUE_SMTP_PORT: String(mailPort),
	GOTRUE_SMTP_USER: 'academy',
	GOTRUE_SMTP_PASS: world.mailPassword,
	GOTRUE_SMTP_ADMIN_EMAIL: 'hello@academy.org',
	SMTP_SECURITY: 'none',
	SMTP_DKIM_SELECTOR: 'lw',
	SMTP_DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
	TWILIO_API_BASE: origin,
	TWILIO_ACCOUNT_SID: sid('AC'),
	TWILIO_AUTH_TOKEN: 'token-of-it',
	TWILIO_CODE_SERVICE_SID: sid('MG'),
	TWILIO_NOTIFICATION_SERVICE_SID: sid('MG'),
	...world.env,
})

async function storePast({ db, now }: Deps, { backupAgeHours, reports }: World) {
	const before = (hours: number) => new Date(now().getTime() - hours * 3_600_000)
	if (backupAgeHours !== null) await recordBackup({ db, now: () => before(backupAgeHours) }, { folder: '/backups/monday', megabytes: 40 })
	for (let count = 0; count < reports.count; count += 1)
		await db
			.insertInto('payment_events')
			.values({
				provider: 'stripe',
				event_id: `evt_${count}`,
				type: 'payment_intent.succeeded',
				livemode: true,
				received_at: before(1),
				processed_at: reports.error === null ? before(1) : null,
				last_error: reports.error,
			})
			.execute()
}

function surroundingsOf({ dns, content, health, around }: World): Partial<CheckInputs> {
	return {
		content: { ...readContentFacts(published), ...content },
		resolveTxt: async (name) => {
			const records = dns.get(name)
			if (!records) throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
			// DNS splits records longer than 255 characters.
			return records.map((record) => record.match(/.{1,255}/g) ?? [])
		},
		fetch: async () => new Response(health.body, { status: health.status }),
		readTlsEnd: async () => new Date(Date.now() + 60 * DAY_MS),
		readDisk: async () => ({ free: 50 * GIGABYTE, total: 100 * GIGABYTE }),
		...around,
	}
}

async function check(world: World) {
	const { origin, opened } = await openServices(world)
	const sink = await openMailSink({ login: { user: 'academy', pass: 'good' } })
	onTestFinished(() => sink.close())
	const { deps } = await makeTestDeps({ env: environmentOf(world, origin, sink.port), productTaxCode: 'txcd_10000000' })
	await storePast(deps, world)
	const lines = await runChecklist(systemContext(deps, 'test'), surroundingsOf(world))
	const sent = await deps.db.selectFrom('outbox_messages').select('id').execute()
	return { lines, opened, mailed: sent.length + sink.mails.length, logins: sink.counts().logins }
}

test('a sound installation has no findings, sends no mail, and leaves no checkout open', async () => {
	const { lines, opened, mailed, logins } = await check(soundWorld())
	expect(lines.filter(({ state }) => state !== 'ok')).toEqual([])
	expect([opened, mailed, logins]).toEqual([[], 0, 1])
	expect(lines.map(({ id }) => id)).toEqual(listChecks().map(({ id }) => id))
	expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
})

type Fault = { id: string; state?: 'warn'; plant: (world: World) => unknown }

const FAULTS: readonly Fault[] = [
	{ id: 'payment-account', plant: ({ stripe }) => (stripe.account['charges_enabled'] = false) },
	{ id: 'payment-terms', plant: ({ stripe }) => (stripe.knowsTerms = false) },
	{ id: 'payment-webhook', plant: ({ stripe }) => (stripe.endpoints[0] = { ...stripe.endpoints[0]!, url: 'https://old.academy.org/' }) },
	{ id: 'payment-webhook', plant: ({ stripe }) => (stripe.endpoints[0]!.enabled_events = ['checkout.session.completed']) },
	{ id: 'payment-deliveries', plant: ({ stripe }) => stripe.undelivered.push({ object: 'event', id: 'evt_9', type: 'charge.refunded' }) },
	{ id: 'payment-reports', state: 'warn', plant: (world) => (world.reports.count = 0) },
	{ id: 'payment-reports', plant: (world) => (world.reports.error = 'no such order') },
	{ id: 'payment-catalog', plant: ({ stripe }) => (stripe.hasPrice = false) },
	{ id: 'mail-login', plant: (world) => (world.mailPassword = 'wrong') },
	{ id: 'mail-spf', plant: ({ dns }) => dns.delete('academy.org') },
	{ id: 'mail-spf', plant: ({ dns }) => dns.set('academy.org', ['v=spf1 +all']) },
	{ id: 'mail-spf', plant: ({ dns }) => dns.set('academy.org', ['v=spf1 a ~all', 'v=spf1 mx ~all']) },
	{ id: 'mail-spf', plant: ({ env }) => (env.SMTP_BOUNCE_ADDRESS = 'b@bounces.academy.org') },
	{ id: 'mail-dkim', plant: ({ dns }) => dns.set('lw._domainkey.academy.org', ['v=DKIM1; p=MIIBIjANBg']) },
	{ id: 'mail-dmarc', plant: ({ dns }) => dns.delete('_dmarc.academy.org') },
	{ id: 'mail-dmarc', state: 'warn', plant: ({ dns }) => dns.set('_dmarc.academy.org', ['v=DMARC1; p=none']) },
	{ id: 'sms-account', plant: ({ sms }) => (sms.status = 'suspended') },
	{ id: 'public-address', plant: (world) => (world.health = { status: 200, body: 'Welcome to nginx!' }) },
	{ id: 'tls-certificate', plant: ({ around }) => (around.readTlsEnd = async () => new Date(Date.now() + 13 * DAY_MS)) },
	{ id: 'examples', plant: ({ content }) => (content.supportEmail = 'support@launchway.example') },
	{
		id: 'sample-testimonials',
		state: 'warn',
		plant: ({ content }) => (content.samples = readContentFacts(published).samples && { testimonials: 6, figures: [], texts: [] }),
	},
	{
		id: 'sample-figures',
		state: 'warn',
		plant: ({ content }) => (content.samples = { testimonials: 0, figures: ['500+ learners'], texts: [] }),
	},
	{ id: 'community', state: 'warn', plant: ({ content }) => (content.planned = [{ id: 'community', words: 'Private community' }]) },
	{
		id: 'mentorship',
		plant: ({ content }) => Object.assign(content, { planned: [{ id: 'mentorship', words: 'x' }], benefits: ['Mentors for life'] }),
	},
	{ id: 'payment-tax', plant: ({ stripe }) => (stripe.tax = 'pending') },
	{ id: 'payment-tax', state: 'warn', plant: ({ stripe }) => (stripe.registrations = []) },
	{ id: 'invoices', state: 'warn', plant: ({ content }) => (content.makesInvoices = false) },
	{ id: 'film', state: 'warn', plant: ({ content }) => (content.hasFilm = false) },
	{ id: 'access', state: 'warn', plant: ({ content }) => (content.accessPolicy = 'progress') },
	{ id: 'sections', state: 'warn', plant: ({ content }) => (content.unwritten = ['module 2: Pricing']) },
	{ id: 'promises', plant: ({ content }) => (content.unsupportedClaims = ['12 tools: there are 3']) },
	{ id: 'backup', plant: (world) => (world.backupAgeHours = 49) },
	{ id: 'backup', plant: (world) => (world.backupAgeHours = null) },
	{ id: 'disk', plant: ({ around }) => (around.readDisk = async () => ({ free: GIGABYTE / 2, total: 100 * GIGABYTE })) },
	{ id: 'node', plant: ({ around }) => (around.nodeVersion = 'v20.11.0') },
]

test.each(FAULTS)('a planted problem of $id is found, and no other', async ({ id, state = 'fix', plant }) => {
	const world = soundWorld()
	plant(world)
	const { lines, mailed } = await check(world)
	expect(lines.filter((line) => line.state !== 'ok')).toMatchObject([{ id, state, howToFix: expect.stringMatching(/\w{3}/) }])
	expect(mailed).toBe(0)
})

test('an unknown provider key is one finding, and dependent checks are skipped', async () => {
	const world = soundWorld()
	world.stripe.key = 'sk_live_wrongwrongwrong'
	const { lines } = await check(world)
	expect(lines.filter(({ state }) => state === 'fix')).toMatchObject([{ id: 'payment-account', found: 'Stripe doesn’t recognize the key' }])
	expect(JSON.stringify(lines)).not.toContain('wrongwrong')
})

test('a check that times out is reported, and the others still run', async () => {
	const world = soundWorld()
	world.around = { resolveTxt: () => new Promise(() => undefined), limitMs: 3000 }
	const { lines } = await check(world)
	const late = lines.filter(({ state }) => state !== 'ok')
	expect(new Set(late.map(({ family, state, found }) => `${family} ${state} ${found}`))).toEqual(
		new Set(['Email warn could not be checked: no answer in 3 seconds']),
	)
})

test('Stripe Tax combined with bank transfers is reported', async () => {
	const { deps } = await makeTestDeps({ env: { BANK_TRANSFER: '1' } })
	for (const [usesTax, state] of [
		[true, 'fix'],
		[false, 'ok'],
	] as const) {
		const content = { ...readContentFacts(published), makesInvoices: true, usesTax }
		const lines = await runChecklist(systemContext(deps, 'test'), {
			content,
			resolveTxt: () => Promise.reject(new Error('no DNS in tests')),
		})
		expect(lines.find(({ id }) => id === 'invoices')?.state).toBe(state)
	}
})

test('the sandbox’s checklist reports its placeholder texts with their fixes', async () => {
	const { deps } = await makeTestDeps()
	const lines = await runChecklist(systemContext(deps, 'test'), { resolveTxt: () => Promise.reject(new Error('no DNS in tests')) })
	const toFix = lines.filter(({ state }) => state === 'fix').map(({ id }) => id)
	expect(toFix).toContain('examples')
	expect(lines.filter(({ family }) => family === 'Payments').every(({ state }) => state === 'off')).toBe(true)
})

test('a regular price that was removed is no sample figure', () => {
	const figures = ({ offers } = published) => readContentFacts({ ...published, offers }).samples.figures.join()
	expect(figures()).toContain('regular price')
	const [first] = published.offers
	expect(
		figures({ ...published, offers: [{ ...first, regularAmountCents: first?.amountCents ?? 0 } as (typeof published.offers)[0]] }),
	).not.toContain('regular price')
})
