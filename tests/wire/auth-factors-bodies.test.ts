import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isLong } from '#tests/setup/long-tests.ts'

import { signedIn, startWire } from './test-client.ts'

const ID = '00000000-0000-4000-8000-000000000000'
const ENDPOINTS = [
	'POST /factors',
	`POST /factors/${ID}/challenge`,
	`POST /factors/${ID}/verify`,
	'POST /factors/..%2f/verify',
	'POST /factors/%00/challenge',
	`DELETE /factors/${ID}`,
	'DELETE /factors/%ff',
	'GET /factors/recovery-codes',
	'POST /factors/recovery-codes',
	'POST /factors/recovery-codes/regenerate',
	'DELETE /factors/recovery-codes',
	'POST /passkeys/registration/verify',
	'POST /passkeys/authentication/verify',
	`PATCH /passkeys/${ID}`,
	'DELETE /passkeys/%2e%2e',
	'POST /otp',
	'POST /verify',
	'POST /resend',
	'PUT /user',
] as const
const FIELDS = [
	'factor_type',
	'friendly_name',
	'issuer',
	'phone',
	'channel',
	'challenge_id',
	'code',
	'webauthn',
	'credential',
	'type',
	'token',
	'nonce',
	'password',
	'__proto__',
] as const

const nasty = fc.constantFrom(
	'',
	'\0',
	'\ud800',
	'x'.repeat(20_000),
	'totp ',
	'webauthn\0',
	'sms',
	'phone_change',
	'+0',
	'12025550123',
	ID,
	'000000',
	"'--",
	'\u202e',
)
/** Valid and invalid forms of a browser's credential. */
const credential = fc.record(
	{
		id: fc.oneof(nasty, fc.base64String()),
		rawId: nasty,
		type: fc.constantFrom('public-key', ''),
		response: fc.oneof(
			fc.jsonValue(),
			fc.record(
				{
					clientDataJSON: fc.base64String(),
					attestationObject: fc.base64String(),
					authenticatorData: nasty,
					signature: nasty,
					userHandle: nasty,
				},
				{ requiredKeys: [] },
			),
		),
	},
	{ requiredKeys: [] },
)
const value = fc.oneof(
	nasty,
	credential,
	fc.record({ type: fc.constantFrom('create', 'request'), credential_response: credential }),
	fc.jsonValue(),
	fc.constantFrom(null, 2 ** 53, true, [], {}),
)
const body = fc.oneof(
	{
		weight: 6,
		arbitrary: fc
			.array(fc.tuple(fc.constantFrom(...FIELDS), value), { maxLength: 5 })
			.map((entries) => JSON.stringify(Object.fromEntries(entries))),
	},
	{ weight: 1, arbitrary: fc.constantFrom('{', '\uFEFF{}', '['.repeat(10_000), 'null', '"text"') },
)
const TABLES = [
	'auth.users',
	'auth.sessions',
	'auth.mfa_factors',
	'auth.mfa_challenges',
	'auth.passkeys',
	'auth.one_time_tokens',
	'outbox_messages',
	'pgboss.job',
]

test('invalid bodies to factor, passkey and phone endpoints cause no server error and store nothing', async () => {
	const wire = await startWire({ env: { GOTRUE_MFA_PHONE_ENROLL_ENABLED: '1', GOTRUE_MFA_PHONE_VERIFY_ENABLED: '1' } })
	const { session } = await signedIn(wire)
	const counts = () => Promise.all(TABLES.map((table) => wire.countRows(table)))
	const before = await counts()
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...ENDPOINTS), body, async (endpoint, text) => {
			const [method = '', path = ''] = endpoint.split(' ')
			const response = await wire.request(`/auth/v1${path}`, {
				method,
				headers: { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` },
				...(method === 'GET' ? {} : { body: text }),
			})
			const answer = await response.text()
			if (response.status === 200) expect(['PUT /user', 'POST /factors']).toContain(endpoint)
			else {
				expect([400, 401, 403, 404, 422, 429]).toContain(response.status)
				expect(JSON.parse(answer)).toMatchObject({ code: response.status, error_code: expect.any(String), msg: expect.any(String) })
			}
			// A well-formed enrollment is valid and must not be counted below.
			if (response.status === 200 && endpoint === 'POST /factors') await wire.deps.db.deleteFrom('auth.mfa_factors').execute()
		}),
		{ numRuns: isLong ? 500 : 200 },
	)
	expect(await counts()).toEqual(before)
	expect(wire.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
