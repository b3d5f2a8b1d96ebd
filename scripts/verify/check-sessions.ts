import { createHmac, randomBytes } from 'node:crypto'

import { changeAccount } from '#server/services/operations/accounts/manage-accounts.ts'

import { makeAccount, newVisitor, signIn } from './people.ts'
import type { TestPerson } from './verify-client.ts'
import type { TestWorld } from './world.ts'

/** Endpoints that return a person's own data, from each API. */
const PERSONAL = ['/api/progress', '/api/orders', '/auth/v1/user', '/rest/v1/progress_entries?limit=1']

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Tokens that name the buyer and must never be accepted. */
function forge(token: string): Record<string, string> {
	const [head = '', body = '', signature = ''] = token.split('.')
	const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>
	const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
	const byHmac = `${encode({ ...header, alg: 'HS256' })}.${body}`
	const later = encode({ ...claims, exp: Number(claims['exp']) + 86_400 })
	const old = encode({ ...claims, exp: 1_000_000_000 })
	return {
		'without a signature': `${encode({ ...header, alg: 'none' })}.${body}.`,
		'with another signature': `${head}.${body}.${randomBytes(64).toString('base64url')}`,
		'with changed claims': `${head}.${later}.${signature}`,
		'that is expired and changed': `${head}.${old}.${signature}`,
		'signed by a guessed secret': `${byHmac}.${createHmac('sha256', 'secret').update(byHmac).digest('base64url')}`,
	}
}

async function expectRefused({ client, findings }: TestWorld, person: TestPerson, why: string): Promise<void> {
	for (const path of PERSONAL) {
		const answer = await client.send(person, { path })
		if (answer.status !== 401 && answer.status !== 403 && answer.status !== 429)
			findings.add(answer, `401 or 403 for ${why}`, `${answer.status} ${answer.text.slice(0, 60)}`)
	}
}

async function checkForged(world: TestWorld): Promise<void> {
	for (const [how, bearer] of Object.entries(forge(world.buyer.bearer ?? '')))
		await expectRefused(world, { ...newVisitor(), bearer }, `a token ${how}`)
}

async function checkEnded(world: TestWorld): Promise<void> {
	const { ctx, client, mark } = world
	const word = mark.replace('verify-', '')
	const former = await signIn(ctx, await makeAccount(ctx, 'former session', word))
	await client.send(former, { path: '/auth/v1/user' })
	await client.send(former, { method: 'POST', path: '/auth/v1/logout?scope=local' })
	await expectRefused(world, former, 'a session that was signed out')
	const banned = await signIn(ctx, await makeAccount(ctx, 'banned account', word))
	await client.send(banned, { path: '/auth/v1/user' })
	await changeAccount(ctx, banned.userId, { ban_duration: '1h' })
	await expectRefused(world, banned, 'a banned account')
}

const RIGHTS = { role: 'operator', is_super_admin: true, is_admin: true, email_verified: true }

/** Checks that learners can't give themselves permissions by changing their own account. */
async function checkRights({ ctx: { db }, client, people: { learner }, findings }: TestWorld): Promise<void> {
	const ask = (body: unknown) => client.send(learner, { method: 'PUT', path: '/auth/v1/user', body })
	await ask({ data: RIGHTS })
	await ask({ app_metadata: RIGHTS, role: 'service_role', is_super_admin: true })
	const answer = await ask({ data: { role: 'support' }, app_metadata: RIGHTS })
	const user = await db.selectFrom('auth.users').select('raw_app_meta_data').where('id', '=', learner.userId).executeTakeFirstOrThrow()
	const stored = JSON.stringify(user.raw_app_meta_data)
	if (/operator|support|admin|service_role/.test(stored)) findings.add(answer, 'no permissions from changing the own account', stored)
}

/** Checks that a learner can't end another account's session, here the buyer's. */
async function checkOthersSession({ client, people: { learner }, buyer, findings }: TestWorld): Promise<void> {
	const [, claims = ''] = (buyer.bearer ?? '').split('.')
	const { session_id: id } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { session_id: string }
	await client.send(learner, { method: 'DELETE', path: `/api/sessions/${id}` })
	const answer = await client.send(buyer, { path: '/api/progress' })
	if (answer.status !== 200)
		findings.add({ ...answer, request: 'DELETE /api/sessions/:id of the buyer', who: 'learner' }, 'no effect', 'ended')
}

/** Checks tokens, ended sessions, bans, and permissions that accounts could give themselves. */
export async function checkSessions(world: TestWorld): Promise<void> {
	await checkForged(world)
	await checkEnded(world)
	await checkRights(world)
	await checkOthersSession(world)
}
