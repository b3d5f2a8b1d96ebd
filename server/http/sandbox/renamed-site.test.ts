import { expect, onTestFinished, test, vi } from 'vitest'

import site from '#content/site.json' with { type: 'json' }

const SITE_FILE = '#content/site.json'

/** The modules read the name once, so they are loaded again with the other one. */
async function loadRenamed() {
	vi.doMock(SITE_FILE, () => ({ default: { ...site, name: 'Second Wind' } }))
	vi.resetModules()
	onTestFinished(() => {
		vi.doUnmock(SITE_FILE)
		vi.resetModules()
	})
	const { frame } = await import('./checkout-page.ts')
	const { readConfig } = await import('#server/config/config.ts')
	return { frame, readConfig }
}

test('the checkout, mails and passkeys carry the name that the operator gave to the site', async () => {
	const { frame, readConfig } = await loadRenamed()
	const page = String(await frame('Pay', ''))
	expect(page).toContain('Second Wind')
	expect(page).not.toContain('Launchway')
	const mail = { GOTRUE_SMTP_HOST: 'smtp.example.com', GOTRUE_SMTP_ADMIN_EMAIL: 'academy@example.com' }
	const names = (env: Record<string, string>) => {
		const { email, auth } = readConfig({ ...mail, ...env })
		return [email.smtp?.from.name, auth.relyingParty.name]
	}
	expect(names({})).toEqual(['Second Wind', 'Second Wind'])
	expect(names({ GOTRUE_SMTP_SENDER_NAME: 'Ana', GOTRUE_WEBAUTHN_RP_DISPLAY_NAME: 'Bea' })).toEqual(['Ana', 'Bea'])
})
