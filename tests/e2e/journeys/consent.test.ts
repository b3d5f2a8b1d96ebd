// asvs V10.4.9
import type { Page } from '@playwright/test'
import * as oidc from 'openid-client'

import { expectNoFaults, expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { codeIn, expect, test } from '#tests/e2e/setup/journey.ts'

const BACK = 'https://app.example/back'
const NARROW = { width: 390, height: 844 }

test.use({ viewport: NARROW, contextOptions: { reducedMotion: 'reduce' } })

/** Registers an application dynamically, with a certified third-party client. */
async function enterApp(origin: string): Promise<oidc.Configuration> {
	const metadata = { client_name: 'Sample App', client_uri: 'https://app.example/', redirect_uris: [BACK] }
	return oidc.dynamicClientRegistration(new URL(`${origin}/auth/v1`), metadata, undefined, { execute: [oidc.allowInsecureRequests] })
}

/** Sends the browser to the authorization page, as the application would, and waits for its return. */
async function ask(page: Page, config: oidc.Configuration) {
	const keep = { pkceCodeVerifier: oidc.randomPKCECodeVerifier(), expectedState: oidc.randomState() }
	const url = oidc.buildAuthorizationUrl(config, {
		redirect_uri: BACK,
		scope: 'email profile',
		code_challenge: await oidc.calculatePKCECodeChallenge(keep.pkceCodeVerifier),
		code_challenge_method: 'S256',
		state: keep.expectedState,
	})
	await page.goto(url.toString())
	const back = async () => {
		await page.waitForURL(`${BACK}?**`)
		return new URL(page.url())
	}
	return { keep, back }
}

test('an application asks for access, and the learner signs in, allows it, sees it in the settings and revokes it', async ({
	page,
	context,
	email,
	mail,
	request,
	baseURL,
}) => {
	const config = await enterApp(baseURL ?? '')
	await context.route('https://app.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Sample App</h1>' }))
	const password = 'orange lamp river'
	await request.post('/auth/v1/signup', { data: { email, password } })
	await request.post('/auth/v1/verify', { data: { email, type: 'email', token: codeIn(await mail(email)) } })
	const first = await ask(page, config)
	await expect(page).toHaveURL(/\/login\?next=/)
	await page.getByLabel('Email address').fill(email)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Sample App wants access to your account' })).toBeVisible()
	await expect(page.getByText('Your email address')).toBeVisible()
	await expect(page.getByRole('main')).toContainText('Either answer takes you to app.example')
	await expectNoFaultsAnyWidth(page)
	await page.getByRole('button', { name: 'Allow Access' }).focus()
	await page.keyboard.press('Enter')
	const tokens = await oidc.authorizationCodeGrant(config, await first.back(), first.keep)
	expect(await oidc.fetchUserInfo(config, tokens.access_token, oidc.skipSubjectCheck)).toMatchObject({ email })

	const second = await ask(page, config)
	expect((await second.back()).searchParams.get('code')).toBeTruthy()
	await page.goto('/settings?tab=security')
	await page.getByRole('button', { name: 'Remove Access Sample App' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
	await expect(page.getByText('No application has access to your account.')).toBeVisible()
	await expect(oidc.fetchUserInfo(config, tokens.access_token, oidc.skipSubjectCheck)).rejects.toMatchObject({ status: 401 })

	const third = await ask(page, config)
	await page.getByRole('button', { name: 'Don’t Allow' }).click()
	expect((await third.back()).searchParams.get('error')).toBe('access_denied')
	await page.goBack()
	await expect(page.getByRole('heading', { name: 'This request has expired' })).toBeVisible()
	await expectNoFaults(page)
	await page.goto('/oauth/consent')
	await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
	const framed = await request.get('/oauth/consent?authorization_id=x')
	expect([framed.headers()['x-frame-options'], framed.headers()['content-security-policy']]).toEqual([
		'DENY',
		expect.stringContaining("frame-ancestors 'none'"),
	])
})
