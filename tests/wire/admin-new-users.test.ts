import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'

import { startAdminWire } from './admin-client.ts'
import { GOOD_PASSWORD, signedIn, someAddress } from './test-client.ts'

const told = ({ error }: { error: { status?: number | undefined; code?: string | undefined } | null }) =>
	error ? [error.status, error.code] : null

test('an imported password hash is accepted if it is argon2 at an affordable cost', async () => {
	const wire = await startAdminWire()
	const email = someAddress()
	const { admin } = wire.service.auth
	const passwordHash = await hash('an old password', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
	expect(told(await admin.createUser({ email, password_hash: passwordHash, email_confirm: true }))).toBeNull()
	expect(told(await wire.connect().auth.signInWithPassword({ email, password: 'an old password' }))).toBeNull()
	const costs = (memory: number, passes: number, lanes: number) =>
		passwordHash.replace('m=8192,t=1,p=1', `m=${memory},t=${passes},p=${lanes}`)
	expect(told(await admin.createUser({ email: someAddress(), password_hash: costs(131_072, 10, 8) }))).toBeNull()
	const tooHigh = [costs(131_073, 1, 1), costs(8192, 11, 1), costs(8192, 1, 9)]
	for (const bad of ['plain', ...tooHigh, `$2b$10$${'a'.repeat(53)}`])
		expect(told(await admin.createUser({ email: someAddress(), password_hash: bad }))).toEqual([400, 'validation_failed'])
})

test('invalid accounts are refused, each with its error code', async () => {
	const wire = await startAdminWire()
	const { email, user } = await signedIn(wire)
	const { admin } = wire.service.auth
	const phone = '15005550014'
	expect(told(await admin.createUser({ phone, phone_confirm: true }))).toBeNull()
	const table: [Parameters<typeof admin.createUser>[0], number, string][] = [
		[{}, 400, 'validation_failed'],
		[{ email: 'nobody' }, 400, 'validation_failed'],
		[{ phone: '0123' }, 400, 'validation_failed'],
		[{ email: someAddress(), password: 'short' }, 422, 'weak_password'],
		[{ email: someAddress(), password: GOOD_PASSWORD, password_hash: 'x' }, 400, 'validation_failed'],
		[{ email: someAddress(), role: 'service_role' }, 400, 'validation_failed'],
		[{ email: someAddress(), ban_duration: 'soon' }, 400, 'validation_failed'],
		[{ email: someAddress(), id: 'me' }, 400, 'validation_failed'],
		[{ email: someAddress(), id: user.id }, 409, 'conflict'],
		[{ email }, 422, 'email_exists'],
		[{ phone }, 422, 'phone_exists'],
		[{ email: someAddress(), phone }, 422, 'phone_exists'],
	]
	const before = await wire.countRows('auth.users')
	for (const [wish, status, code] of table) expect([wish, told(await admin.createUser(wish))]).toEqual([wish, [status, code]])
	expect(await wire.countRows('auth.users')).toBe(before)
	const twin = someAddress()
	const both = await Promise.all([1, 2].map(() => admin.createUser({ email: twin })))
	expect(new Set(both.map(({ error }) => error?.code))).toEqual(new Set([undefined, 'email_exists']))
})
