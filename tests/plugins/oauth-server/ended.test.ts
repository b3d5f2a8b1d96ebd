import { globSync, readFileSync } from 'node:fs'
import * as oidc from 'openid-client'
import { expect, test } from 'vitest'

import { ENDS, startEnding } from '#tests/wire/ends-of-sessions.ts'

import { agree, askedId, leaveFor, ON, openApp } from './oauth-app.ts'

const start = () => startEnding(ON)

test.each(ENDS)('an application authorized by a thief gets no tokens after its owner %s', async (_what, end) => {
	const world = await start()
	const { wire, thief } = world
	const app = await openApp(wire, { method: 'none' })
	const { url, keep } = await leaveFor(app)
	const back = await agree({ client: thief } as Parameters<typeof agree>[0], await askedId(wire, url))
	await end(world)
	await expect(oidc.authorizationCodeGrant(app.config, back, keep)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('parallel requests of different learners don’t block each other', async () => {
	const { wire, owner } = await start()
	const app = await openApp(wire, { method: 'none' })
	const ids = await Promise.all(Array.from({ length: 12 }, async () => askedId(wire, (await leaveFor(app)).url)))
	const opened = await Promise.all(ids.map((id) => owner.auth.oauth.getAuthorizationDetails(id)))
	expect(opened.map(({ error }) => error)).toEqual(ids.map(() => null))
})

test('a redirect URI removed by the operator gets no answer to earlier requests', async () => {
	const { wire, owner } = await start()
	const app = await openApp(wire, { method: 'none' })
	const [opened = '', approved = '', denied = ''] = await Promise.all(
		Array.from({ length: 3 }, async () => askedId(wire, (await leaveFor(app)).url)),
	)
	for (const id of [approved, denied]) await owner.auth.oauth.getAuthorizationDetails(id)
	await wire.service.auth.admin.oauth.updateClient(app.id, { redirect_uris: ['https://app.example/new'] })
	const answers = [
		await owner.auth.oauth.getAuthorizationDetails(opened),
		await owner.auth.oauth.approveAuthorization(approved),
		await owner.auth.oauth.denyAuthorization(denied),
	]
	expect(answers.map(({ error }) => error?.code)).toEqual(answers.map(() => 'oauth_authorization_not_found'))
})

test('only one file of the plugin writes session holders, and one reads them for the policy', () => {
	const sources = globSync('server/plugins/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
	const naming = sources.filter((file) => readFileSync(file, 'utf8').includes('oauth_client_id')).sort()
	expect(naming).toEqual(['server/plugins/oauth-server/grant-tokens.ts'])
})
