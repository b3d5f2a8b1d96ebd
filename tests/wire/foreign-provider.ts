import { createEmulator, type Emulator } from 'emulate'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'

import { locationOf, openBrowser } from './browser.ts'
import { SITE, type Wire } from './test-client.ts'

export const CALLBACK = `${SITE}/auth/v1/callback`

/** Starts a third-party provider. */
export async function startForeign(service: 'okta' | 'github', seed: Record<string, unknown>): Promise<Emulator> {
	const emulator = await createEmulator({ service, port: 0, seed: { [service]: seed } })
	onTestFinished(() => emulator.close())
	return emulator
}

/** GitHub Enterprise Server has its API below /api/v3, the emulator at the root. */
export async function asEnterprise(target: string): Promise<string> {
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

/** Clicks the first button on the provider's page that has the person's name. */
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

export async function signInThrough(wire: Wire, { provider, person }: { provider: string; person: string }) {
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
