import { createEmulator, type Emulator } from 'emulate'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { startAdminWire } from './admin-client.ts'
import { locationOf, openBrowser } from './browser.ts'
import { SITE, startWire, type Wire } from './test-client.ts'

const CALLBACK = `${SITE}/auth/v1/callback`

async function start(service: 'okta' | 'github', seed: Record<string, unknown>): Promise<Emulator> {
	const emulator = await createEmulator({ service, port: 0, seed: { [service]: seed } })
	onTestFinished(() => emulator.close())
	return emulator
}

/** An Enterprise Server keeps its API below /api/v3, the emulator at the root. */
async function asEnterprise(target: string): Promise<string> {
	const server = http.createServer((request, response) => {
		const url = new URL((request.url ?? '/').replace(/^\/api\/v3/, ''), target)
		const onward = http.request(url, { method: request.method ?? 'GET', headers: request.headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers)
			answer.pipe(response)
		})
		request.pipe(onward)
	})
	server.listen(0, '127.0.0.1')
	await new Promise((resolve) => server.once('listening', resolve))
	onTestFinished(() => void server.close())
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Presses the first button of the provider's own page that names the person. */
async function pickPerson(pageUrl: string, name: string): Promise<string> {
	const page = await (await fetch(pageUrl)).text()
	const form = page.split('<form').find((part) => part.includes(name)) ?? ''
	const action = /action="([^"]+)"/.exec(form)?.[1] ?? ''
	const fields = [...form.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(([, key = '', value = '']) => [
		key,
		value.replaceAll('&amp;', '&'),
	])
	const answer = await fetch(new URL(action, pageUrl), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
	return answer.headers.get('location') ?? ''
}

async function signIn(wire: Wire, { provider, person }: { provider: string; person: string }) {
	const browser = openBrowser(wire)
	const { data } = await browser.client.auth.signInWithOAuth({
		provider: provider as 'github',
		options: { skipBrowserRedirect: true, redirectTo: `${SITE}/dashboard` },
	})
	const left = await browser.go(data.url ?? '')
	const back = await browser.go(await pickPerson(left.headers.get('location') ?? '', person))
	const exchanged = await browser.client.auth.exchangeCodeForSession(locationOf(back).searchParams.get('code') ?? '')
	expect(exchanged.error).toBeNull()
	return exchanged.data
}

test('an OpenID provider that somebody else wrote signs a learner in', async () => {
	const okta = await start('okta', {
		users: [{ login: 'learner@example.com', email: 'learner@example.com', first_name: 'Sample', last_name: 'Learner' }],
		authorization_servers: [{ id: 'default', name: 'default', audiences: ['api://default'] }],
		oauth_clients: [
			{ client_id: 'academy', client_secret: 'secret', name: 'Academy', redirect_uris: [CALLBACK], auth_server_id: 'default' },
		],
	})
	const wire = await startWire({
		env: {
			GOTRUE_EXTERNAL_CUSTOM_ENABLED: 'true',
			GOTRUE_EXTERNAL_CUSTOM_NAME: 'okta',
			GOTRUE_EXTERNAL_CUSTOM_CLIENT_ID: 'academy',
			GOTRUE_EXTERNAL_CUSTOM_SECRET: 'secret',
			GOTRUE_EXTERNAL_CUSTOM_URL: `${okta.url}/oauth2/default`,
		},
	})
	const { user } = await signIn(wire, { provider: 'custom:okta', person: 'learner@example.com' })
	expect(user).toMatchObject({ email: 'learner@example.com', app_metadata: { providers: ['custom:okta'] } })
})

test('a provider without identity tokens, added while running, signs a learner in by its account endpoint', async () => {
	const okta = await start('okta', {
		users: [{ login: 'learner@example.com', email: 'learner@example.com', first_name: 'Sample', last_name: 'Learner' }],
		authorization_servers: [{ id: 'default', name: 'default', audiences: ['api://default'] }],
		oauth_clients: [
			{ client_id: 'academy', client_secret: 'secret', name: 'Academy', redirect_uris: [CALLBACK], auth_server_id: 'default' },
		],
	})
	const wire = await startAdminWire()
	const { error } = await wire.service.auth.admin.customProviders.createProvider({
		provider_type: 'oauth2',
		identifier: 'custom:plain',
		name: 'Plain',
		client_id: 'academy',
		client_secret: 'secret',
		scopes: ['email', 'profile'],
		authorization_url: `${okta.url}/oauth2/default/v1/authorize`,
		token_url: `${okta.url}/oauth2/default/v1/token`,
		userinfo_url: `${okta.url}/oauth2/default/v1/userinfo`,
	})
	expect(error).toBeNull()
	const { user } = await signIn(wire, { provider: 'custom:plain', person: 'learner@example.com' })
	expect(user).toMatchObject({ email: 'learner@example.com', app_metadata: { providers: ['custom:plain'] } })
})

test('GitHub, which speaks no OpenID, signs a learner in by the primary verified address', async () => {
	const github = await start('github', {
		users: [{ login: 'sample-learner', name: 'Sample Learner', email: 'learner@example.org' }],
		oauth_apps: [{ client_id: 'academy', client_secret: 'secret', name: 'Academy', redirect_uris: [CALLBACK] }],
	})
	const wire = await startWire({
		env: {
			GOTRUE_EXTERNAL_GITHUB_ENABLED: 'true',
			GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: 'academy',
			GOTRUE_EXTERNAL_GITHUB_SECRET: 'secret',
			GOTRUE_EXTERNAL_GITHUB_URL: await asEnterprise(github.url),
		},
	})
	const { user } = await signIn(wire, { provider: 'github', person: 'sample-learner' })
	expect(user).toMatchObject({
		email: 'learner@example.org',
		user_metadata: { user_name: 'sample-learner' },
		app_metadata: { provider: 'github' },
	})
})
