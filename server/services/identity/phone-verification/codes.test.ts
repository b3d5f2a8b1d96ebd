// asvs V6.6.3
// regression code-guessing
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { currentSmsConsent } from '#domain/consents/sms-consent.ts'
import type { SmsOutcome } from '#server/adapters/sms/port.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { Deps, ServiceContext } from '#server/services/context.ts'
import { systemContext } from '#server/services/context.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { confirmCode } from './confirm-code.ts'
import { type CodePurpose, requestCode } from './request-code.ts'

const PHONE = '+14155552671'
const OTHER_PHONE = '+12025550123'

const contextOf = (deps: Deps, userId: string, clientAddress = '203.0.113.7'): ServiceContext => ({
	...systemContext(deps, 'test'),
	actor: { type: 'learner', userId, sessionId: randomUUID(), aal: 'aal1' },
	clientAddress,
})

const request = (ctx: ServiceContext, phoneNumber = PHONE, purpose: CodePurpose = 'phone_verification') =>
	requestCode(ctx, { phoneNumber, purpose, consentVersion: currentSmsConsent.version })
const confirm = (ctx: ServiceContext, code: string, phoneNumber = PHONE, purpose: CodePurpose = 'phone_verification') =>
	confirmCode(ctx, { phoneNumber, purpose, code })

/** Returns the code of a refusal, or 'ok'. */
const codeOf = (work: Promise<unknown>): Promise<string> =>
	work.then(
		() => 'ok',
		(error: unknown) => (error instanceof ServiceError ? error.code : Promise.reject(error)),
	)

async function newestCode(deps: Deps, to = PHONE): Promise<string> {
	const { body } = await deps.db
		.selectFrom('outbox_messages')
		.select('body')
		.where('to_address', '=', to)
		.orderBy('id', 'desc')
		.executeTakeFirstOrThrow()
	return /^\d{6}/.exec(body)?.[0] ?? ''
}

/** Returns codes that differ from the valid one. */
const wrongCodes = (right: string, count: number) =>
	Array.from({ length: count }, (_, index) => String((Number(right) + index + 1) % 1_000_000).padStart(6, '0'))

const settingsOf = (deps: Deps) =>
	deps.db.selectFrom('user_sms_settings').select(['phone_number', 'verified', 'two_factor_enabled']).execute()

async function setUp(overrides: Parameters<typeof makeTestDeps>[0] = {}) {
	const made = await makeTestDeps(overrides)
	const { userId } = await makeLearner(made.deps)
	return { ...made, userId, ctx: contextOf(made.deps, userId) }
}

test('a code verifies its own number, once', async () => {
	const { deps, ctx } = await setUp()
	expect(await request(ctx, '+1 (415) 555-2671')).toEqual({ retryAfterSeconds: 60 })
	const code = await newestCode(deps)
	expect(await settingsOf(deps)).toEqual([])
	await confirm(ctx, `${code.slice(0, 3)} ${code.slice(3)}`)
	expect(await settingsOf(deps)).toEqual([{ phone_number: PHONE, verified: true, two_factor_enabled: false }])
	expect(await codeOf(confirm(ctx, code))).toBe('invalid_code')
	expect(await deps.db.selectFrom('sms_consents').select(['phone', 'text_version', 'words', 'ip_address']).execute()).toEqual([
		{ phone: PHONE, text_version: currentSmsConsent.version, words: currentSmsConsent.words, ip_address: '203.0.113.7' },
	])
})

test('exactly five of 64 parallel wrong guesses are checked, and then the right code fails', async () => {
	const { deps, ctx } = await setUp()
	await request(ctx)
	const right = await newestCode(deps)
	const outcomes = await Promise.all(wrongCodes(right, 64).map((code) => codeOf(confirm(ctx, code))))
	expect(outcomes.filter((code) => code === 'invalid_code')).toHaveLength(4)
	expect(outcomes.filter((code) => code === 'over_code_attempts')).toHaveLength(60)
	expect(await deps.db.selectFrom('sms_codes').select('failures').execute()).toEqual([{ failures: 5 }])
	expect(await codeOf(confirm(ctx, right))).toBe('over_code_attempts')
})

test('64 parallel right codes: one succeeds', async () => {
	const { deps, ctx } = await setUp()
	await request(ctx)
	const right = await newestCode(deps)
	const outcomes = await Promise.all(Array.from({ length: 64 }, () => codeOf(confirm(ctx, right))))
	expect(outcomes.filter((code) => code === 'ok')).toHaveLength(1)
	expect(outcomes.filter((code) => code === 'invalid_code')).toHaveLength(63)
})

test('a new code doesn’t reset the count of wrong ones, and none is sent during the lock', async () => {
	const { deps, ctx, clock } = await setUp()
	await request(ctx)
	for (const code of wrongCodes(await newestCode(deps), 3)) expect(await codeOf(confirm(ctx, code))).toBe('invalid_code')
	clock.advance(61_000)
	await request(ctx)
	const second = await newestCode(deps)
	const [fourth = '', fifth = ''] = wrongCodes(second, 2)
	expect(await codeOf(confirm(ctx, fourth))).toBe('invalid_code')
	expect(await codeOf(confirm(ctx, fifth))).toBe('over_code_attempts')
	clock.advance(61_000)
	expect(await codeOf(request(ctx))).toBe('over_code_attempts')
	expect(await codeOf(confirm(ctx, second))).toBe('over_code_attempts')
	clock.advance(10 * 60_000)
	await request(ctx)
	expect(await codeOf(confirm(ctx, await newestCode(deps)))).toBe('ok')
})

test('the tenth wrong code locks for an hour', async () => {
	const { deps, ctx, clock } = await setUp()
	for (const round of [1, 2]) {
		await request(ctx)
		for (const code of wrongCodes(await newestCode(deps), 5)) await codeOf(confirm(ctx, code))
		if (round === 1) clock.advance(11 * 60_000)
	}
	clock.advance(59 * 60_000)
	expect(await codeOf(request(ctx))).toBe('over_code_attempts')
	clock.advance(61_000)
	expect(await codeOf(request(ctx))).toBe('ok')
})

test('a code works only for its own purpose, number, learner and lifetime', async () => {
	const { deps, ctx, clock } = await setUp()
	const stranger = contextOf(deps, (await makeLearner(deps)).userId, '203.0.113.8')
	await request(ctx)
	const code = await newestCode(deps)
	expect(await codeOf(confirm(ctx, code, OTHER_PHONE))).toBe('invalid_code')
	expect(await codeOf(confirm(stranger, code))).toBe('invalid_code')
	expect(await codeOf(confirm(ctx, code, PHONE, 'two_factor_auth'))).toBe('phone_not_verified')
	await confirm(ctx, code)
	clock.advance(61_000)

	await request(ctx, PHONE, 'two_factor_auth')
	const second = await newestCode(deps)
	expect(await codeOf(confirm(ctx, second))).toBe('invalid_code')
	expect(await codeOf(confirm(ctx, second, PHONE, 'two_factor_auth'))).toBe('ok')
	clock.advance(9 * 60_000)
	await request(ctx)
	clock.advance(10 * 60_000)
	expect(await codeOf(confirm(ctx, await newestCode(deps)))).toBe('invalid_code')
})

test('a new code invalidates the earlier one', async () => {
	const { deps, ctx, clock } = await setUp()
	await request(ctx)
	const first = await newestCode(deps)
	clock.advance(61_000)
	await request(ctx)
	const second = await newestCode(deps)
	if (first !== second) expect(await codeOf(confirm(ctx, first))).toBe('invalid_code')
	expect(await codeOf(confirm(ctx, second))).toBe('ok')
})

test.each([
	['+19005550123', 'phone_type'],
	['+18005550123', 'phone_type'],
	['+442079460123', 'phone_type'],
	['+88213000000', 'phone_type'],
	['+18765550123', 'phone_country'],
	['+15550002222', 'phone_invalid'],
	['+447700900123', 'phone_invalid'],
	['+911', 'phone_invalid'],
	['4155552671', 'phone_invalid'],
	['call me', 'phone_invalid'],
])('%s is refused without cost: %s', async (phone, expected) => {
	const { deps, ctx } = await setUp()
	expect(await codeOf(request(ctx, phone))).toBe(expected)
	const { rows } = await sql<{ n: number }>`select (select count(*) from sms_sends) + (select count(*) from sms_messages) as n`.execute(
		deps.db,
	)
	expect(Number(rows[0]?.n)).toBe(0)
})

test('codes are at least sixty seconds apart, even for parallel requests and other learners', async () => {
	const { deps, ctx, clock } = await setUp()
	const outcomes = await Promise.all(Array.from({ length: 20 }, () => codeOf(request(ctx))))
	expect(outcomes.filter((code) => code === 'ok')).toHaveLength(1)
	const stranger = contextOf(deps, (await makeLearner(deps)).userId)
	expect(await codeOf(request(stranger))).toBe('over_sms_send_rate_limit')
	clock.advance(59_000)
	expect(await codeOf(request(ctx))).toBe('over_sms_send_rate_limit')
	clock.advance(1000)
	expect(await codeOf(request(ctx))).toBe('ok')
})

test('a number gets at most three codes in ten minutes and five a day', async () => {
	const { ctx, clock } = await setUp()
	const outcomes: string[] = []
	for (let minute = 0; minute < 24; minute += 1) {
		outcomes.push(await codeOf(request(ctx)))
		clock.advance(61_000)
	}
	expect(outcomes.map((code) => (code === 'ok' ? 'x' : '.')).join('')).toBe('xxx.......xx............')
	clock.advance(24 * 3_600_000)
	expect(await codeOf(request(ctx))).toBe('ok')
})

/** Makes requests for this many learners at once, with the number and network address from `where`. */
async function flood(deps: Deps, count: number, where: (index: number) => { phone: string; address: string }) {
	const learners: { userId: string }[] = []
	for (let index = 0; index < count; index += 1) learners.push(await makeLearner(deps))
	const outcomes = await Promise.all(
		learners.map(({ userId }, index) => {
			const { phone, address } = where(index)
			return codeOf(request(contextOf(deps, userId, address), phone))
		}),
	)
	return outcomes.filter((code) => code === 'ok').length
}

test.each([
	['network', 10, (index: number) => ({ phone: `+1415555${2000 + index * 37}`, address: '198.51.100.9' })],
	['neighbourhood of numbers', 10, (index: number) => ({ phone: `+1415555${2000 + index}`, address: `198.51.100.${index}` })],
])('parallel learners share the limit of one %s: %i', async (_what, most, where) => {
	const { deps } = await makeTestDeps()
	expect(await flood(deps, most + 8, where)).toBe(most)
})

test('the server-wide daily cap holds for all callers together', async () => {
	const { deps, logLines } = await makeTestDeps({ env: { SMS_DAILY_CAP: '7' } })
	const areas = ['202', '212', '303', '310', '312', '404', '415', '503', '512', '602', '612', '713']
	const passed = await flood(deps, 12, (index) => ({ phone: `+1${areas[index]}5552671`, address: `198.51.100.${index}` }))
	expect(passed).toBe(7)
	expect(logLines.join('')).toContain('daily SMS limit reached')
})

test('a country from which almost no code is redeemed is paused', async () => {
	const { deps, ctx, clock, logLines } = await setUp()
	const key = Buffer.from('pumped')
	await deps.db
		.insertInto('sms_sends')
		.values(
			Array.from({ length: 60 }, (_, index) => ({
				message_id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
				is_code: true,
				user_key: key,
				phone_key: key,
				prefix_key: key,
				country: 'US',
				sent_at: deps.now(),
				verified_at: index < 10 ? deps.now() : null,
			})),
		)
		.execute()
	clock.advance(61 * 60_000)
	expect(await codeOf(request(ctx))).toBe('sms_country_paused')
	expect(logLines.join('')).toContain('almost none are used')
	expect(await codeOf(request(ctx, '+16135550123'))).toBe('ok')
})

test('only the sandbox outbox stores a code, and no log line does', async () => {
	const { deps, ctx, logLines } = await setUp()
	await request(ctx)
	const code = await newestCode(deps)
	await codeOf(confirm(ctx, wrongCodes(code, 1)[0] ?? ''))
	const { rows } = await sql<{ dump: string }>`
		select concat((select json_agg(t) from sms_messages t), (select json_agg(t) from sms_logs t), (select json_agg(t) from sms_codes t),
			(select json_agg(t) from sms_sends t), (select json_agg(t) from pgboss.job t), (select json_agg(t) from auth.audit_log_entries t)) as dump`.execute(
		deps.db,
	)
	expect(rows[0]?.dump).toContain('phone_verification')
	expect(rows[0]?.dump).not.toContain(code)
	expect(logLines.join('')).not.toContain(code)
	expect(await deps.db.selectFrom('sms_logs').select(['type', 'status', 'message']).execute()).toEqual([
		{ type: 'phone_verification', status: 'delivered', message: '•••••• is your Launchway code. It works for 10 minutes. Never share it.' },
	])
})

const answering = (outcome: SmsOutcome) => ({ sms: { send: async () => outcome, webhooks: null } })

test.each([
	[{ kind: 'refused', refusal: 'bad-number', code: '21614' }, 'phone_type', 'phone_type', ['codes', 'notifications']],
	[{ kind: 'refused', refusal: 'opted-out', code: '21610' }, 'phone_opted_out', 'phone_opted_out', ['codes']],
	[{ kind: 'refused', refusal: 'setup', code: '20003' }, 'sms_failed', 'sms_failed', []],
	[{ kind: 'later', code: 'ECONNREFUSED' }, 'sms_failed', 'sms_failed', []],
	[{ kind: 'unknown', code: 'TimeoutError' }, 'ok', 'over_sms_send_rate_limit', []],
] as const)('for provider answer %o the learner gets %s, and then %s; blocked are %o', async (outcome, first, second, blocked) => {
	const { deps, ctx } = await setUp(answering(outcome))
	expect(await codeOf(request(ctx))).toBe(first)
	expect(await codeOf(request(ctx))).toBe(second)
	expect(await deps.db.selectFrom('sms_blocks').select('stream').orderBy('stream').execute()).toEqual(blocked.map((stream) => ({ stream })))
})

test('a number used as second factor can be replaced only after that factor was verified', async () => {
	const { deps, ctx, userId, clock } = await setUp()
	await deps.db
		.insertInto('user_sms_settings')
		.values({ user_id: userId, phone_number: PHONE, verified: true, two_factor_enabled: true })
		.execute()
	expect(await codeOf(request(ctx, OTHER_PHONE))).toBe('insufficient_aal')
	const raised: ServiceContext = { ...ctx, actor: { type: 'learner', userId, sessionId: randomUUID(), aal: 'aal2' } }
	clock.advance(61_000)
	await request(raised, OTHER_PHONE)
	await confirm(raised, await newestCode(deps, OTHER_PHONE), OTHER_PHONE)
	expect(await settingsOf(deps)).toEqual([{ phone_number: OTHER_PHONE, verified: true, two_factor_enabled: false }])
})
